// What the examples of doc comments need besides imports, and which of them cannot run.

/** The built entry, which threads of examples import. */
const INTERNAL = new URL('../packages/core/dist/internal.js', import.meta.url).href
const HYPERGRAPH = `
const builder = new HypergraphBuilder(2); const word = builder.node()
builder.edge(word, NOTHING, NOTHING, -1, 0); builder.edge(word, NOTHING, NOTHING, -2, 1)
const graph = builder.build(word)!`
const TREE = `
const arcs = [[0, 1], [0, 2], [1, 2], [2, 1]]; const tree = new SecondOrderProjectiveTree({ length: 3, arcs, sides: [null, { siblings: [0, 0, 0, 5, 0, 0] }] })`
const SHARED = `
const says = { maximize: ([a, b], configuration) => { configuration.set(b > a ? [0, 1] : [1, 0]); return 0 } }
const problem = new SoftProblem()
problem.consensus([problem.addFactor(says, [2]), problem.addFactor(says, [2])], 1.5)`
const LETTERS = 'const [a, b, c, d] = [1, -1, 2, 0].map((score) => graph.binary(score))'
const LOGIC = `
const build = new RuleBuilder(); const person = build.domain('person', ['anna', 'ben'])
const friends = build.given('friends', [person, person], [['anna', 'ben']])`

/** A value that is made once for all examples. */
const once = (name: string, made: string) => `const ${name} = (globalThis.__example_${name} ??= ${made})`
const file = (name: string) => `readFileSync('examples/${name}', 'utf8')`
const NODE = "import { readFileSync } from 'node:fs'"
const TREEBANK = `${NODE}; const text = ${file('gold.conllu')}`

/** Something that can be drawn on, with any method and any property. */
const PEN =
  'const pen: any = new Proxy({}, { get: (of, name) => Reflect.get(of, name) ?? (() => ({ width: 1 })) })'
const PACKED_MODEL = `
    import { readFileSync as readPacked } from 'node:fs'; import { modelUrl } from '@parleyjs/model-en'
    const packed = readPacked(modelUrl)`
const MODEL_URL = "import { modelUrl } from '@parleyjs/model-en'"
const MODEL_FILE = `${PACKED_MODEL}
    import { gunzipSync } from 'node:zlib'; const readFile = async (_: string) => packed`
const TREES = `${NODE}; const text = ${file('gold.mrg')}; const trees = parsePenn(text).map((tree) => cleanTree(tree)!)`

const SUMMARY = `
    const trees = [{ parent: [-1, 0, 0], cost: [1, 1, 1], cut: [0, 0, -1], start: [0, 0, 0] }]
    const concepts = [{ weight: 2, tokens: [[0, 1, -1]] as const }]`

/** A module of a thread, `double.js`, that doubles numbers in one of the ways to serve. */
const double = (serve: string) => `
    import { writeFileSync as writeModule } from 'node:fs'
    writeModule(new URL('./package.json', import.meta.url), '{ "type": "module" }')
    writeModule(new URL('./double.js', import.meta.url), ${JSON.stringify(
      `import { serveBatches, serveTasks, threadPort } from '${INTERNAL}'\nconst port = await threadPort()\n${serve}`,
    )})`
/** The port of a thread that was started with the number 21. */
const PORT = 'const threadPort = async () => ({ data: 21, postMessage() {}, onMessage() {} }) as any'

/** What examples about English text mention. */
const NLP: Record<string, string> = {
  parse: 'const parse = (text: string) => parseAsOne(pipeline, text)!',
  sentence: "const [{ sentence }] = [...pipeline.process('Markets fell on Monday.')]",
  tokenizer: 'const tokenizer = pipeline.stages.tokenizer!',
  tagger: 'const tagger = pipeline.stages.tagger!',
  pipeline: once('pipeline', 'readPipeline(bytes)'),
  bytes: `
    import { readFileSync as readModelFile } from 'node:fs'; import { gunzipSync as unzipModel } from 'node:zlib'
    import { modelUrl } from '@parleyjs/model-en'
    ${once('bytes', 'unzipModel(readModelFile(modelUrl))')}`,
}

/**
 * Source text that declares free variables: under the name for every example, or under `file symbol` for one.
 * An entry may use the entries after it.
 */
export const FIXTURES: Record<string, string> = {
  ...NLP,
  problem: `
    const problem = new SoftProblem()
    problem.agree(problem.addVariable([2, 0]), problem.addVariable([0, 1]), 1.5)`,
  graph: `
    const graph = new FactorGraph()
    graph.implies([graph.binary(0.2, 'rain')], graph.binary(-0.1, 'wet'))`,
  signal: 'const { signal } = new AbortController()',
  configuration: 'const configuration = new Float64Array(2)',
  'core/kinds/custom/factor.ts Factor': LETTERS,
  'core/threads/spawn.ts spawnThread': double('port.postMessage(2 * port.data)'),
  'core/threads/spawn.ts threadPort': PORT,
  'core/threads/ordered-pool.ts OrderedPool': double('serveBatches(port, (task) => 2 * task)'),
  'core/threads/task-pool.ts TaskPool': double('serveTasks(port, (task) => 2 * task)'),
  'core/threads/task-thread.ts serveTasks': PORT,
  'core/threads/batches.ts serveBatches': PORT,
  'core/formats/highs-model.ts highsModel': `
    import * as highsModule from 'highs'
    const highs = await (highsModule as any).default()
    const graph = new FactorGraph(); graph.xor([graph.binary(1), graph.binary(2)])`,
  'core/limits/turns.ts Turns': 'const items = [1, 2]; const work = (item: number) => item',
  'core/verify/certificate.ts provenBound': `
    const graph = new FactorGraph(); graph.atMostOne([graph.binary(3.25), graph.binary(1)])
    const solution = ad3(graph); const problems: string[] = []`,
  'core/result/clash.ts subgraph': `
    const graph = new FactorGraph(); for (let i = 0; i < 6; i++) graph.or([graph.binary(), graph.binary()])`,
  'core/soft/shards/sweep-shard.ts SweepShard': `${SHARED}; const part = problemPart(problem, () => true)`,
  'core/soft/shards/problem-part.ts problemPart': SHARED,
  'core/rounding/rounding.ts Rounder': 'const p = Float64Array.of(1, 1)',
  'core/formats/uai.ts readUaiEvidence':
    'const graph = new FactorGraph(); for (let i = 0; i < 6; i++) graph.binary()',
  'core/formats/fg.ts FgKind': `
    const run: Factor = { maximize: (_, configuration) => { configuration.fill(0); return 0 } }
    const text = '4\\n1\\n1\\n1\\n1\\n1\\nRUN 4 1 2 3 4\\n'`,
  'structures/fg-kinds.ts FG_KINDS': "const text = '2\\n1\\n0.5\\n0.7\\nATMOSTONE 2 1 2\\n'",
  'structures/hypergraph/viterbi.ts Viterbi': HYPERGRAPH,
  'structures/hypergraph/k-best.ts kBestDerivations': HYPERGRAPH,
  'structures/hypergraph/prune.ts pruneHypergraph': HYPERGRAPH,
  'structures/hypergraph/factor.ts HypergraphFactor': HYPERGRAPH,
  'structures/trees/arc-pair-tree.ts ArcPairTree': `${TREE}; const configuration = new Float64Array(16)`,
  'structures/trees/nested-links.ts NestedLinks': TREE,
  'structures/trees/matrix-tree.ts solve': 'const marginals = new Float64Array(4)',
  'nlp/load/load.ts loadParley': MODEL_URL,
  'nlp/load/parley.ts Parley': MODEL_URL,
  'nlp/tasks/parse/tree-parser.ts problem': 'const parser = pipeline.stages.parser!',
  'nlp/tasks/parse/tree-parser.ts parseBest': 'const parser = pipeline.stages.parser!',
  'nlp/tasks/parse/tree-parser.ts score': 'const parser = pipeline.stages.parser!',
  'nlp/tasks/parse/trees/k-best.ts bestTrees': 'const parser = pipeline.stages.parser!',
  'nlp/text/penn/tree.ts spans': 'const treeSpans = spans',
  'nlp/pipeline/pipeline.ts processStream': "const text = 'We go.'",
  'nlp/text/conllu/write.ts writeConllu': TREEBANK,
  'nlp/tasks/tokenize/train-tokenizer.ts trainTokenizer': TREEBANK,
  'nlp/tasks/parse/learn/train-parser.ts trainParser': TREEBANK,
  'nlp/text/eval/evaluate-conllu.ts evaluateConllu': `${NODE}
    const [gold, system] = [${file('gold.conllu')}, ${file('system.conllu')}]`,
  'nlp/text/eval/table.ts evaluationTable': `${NODE}
    const [gold, system] = [${file('gold.conllu')}, ${file('system.conllu')}].map((text) => parseConllu(text))`,
  'nlp/text/eval/evaluate-trees.ts evaluateTrees': `${NODE}
    const [goldText, systemText] = [${file('gold.mrg')}, ${file('system.mrg')}]`,
  'nlp/text/eval/evaluate-trees.ts treeEvaluationTable': `${NODE}
    const [gold, system] = [${file('gold.mrg')}, ${file('system.mrg')}].map((text) => parsePenn(text))`,
  'nlp/text/penn/draw/draw.ts constituencyToSvg': "const tree = parsePenn('(NP (DT the) (NN rain))')[0]",
  'nlp/text/penn/tree.ts foldTree': "const tree = parsePenn('(NP (DT the) (NN rain))')[0]",
  'nlp/tasks/compress/detokenise.ts keptText': `
    const sentence = parseAsOne(pipeline, 'Markets remained under pressure.')!; const kept = sentence.forms.map(() => 1)`,
  // Files and pages that examples read.
  'nlp/text/conllu/read.ts readConllu':
    "import { createReadStream as open } from 'node:fs'; const createReadStream = () => open('examples/gold.conllu')",
  'nlp/text/penn/penn-read.ts readPenn':
    "import { createReadStream as open } from 'node:fs'; const createReadStream = () => open('examples/gold.mrg')",
  'nlp/pipeline/model.ts readPipeline': MODEL_FILE,
  'nlp/tasks/summarise/read-summariser.ts summariserOf': MODEL_FILE,
  'nlp/threads/share-for-threads.ts shareForThreads': MODEL_FILE,
  'learn/fit/learned-model.ts loadLearned': `
    const build = (x: { word: string }, g: ModelGraph) => g.categorical(['a', 'b'], { [x.word]: 1 })
    const model = await fit([{ word: 'x' }], { build, truth: () => 'b' })`,
  'learn/model/unpack-model.ts unpackModel': `${PACKED_MODEL}
    import { readPipeline } from '@parleyjs/nlp'
    const fetch = async (_: string) => new Response(packed)`,
  'learn/model/model-bytes.ts ModelBytes': `${PACKED_MODEL}
    import { gunzipSync } from 'node:zlib'; import { readPipeline } from '@parleyjs/nlp'
    const unpacked = gunzipSync(packed); const pieces = [unpacked.subarray(0, 1000), unpacked.subarray(1000)]`,
  'learn/model/checkpoint.ts CheckpointStore': `${NODE}; import { parseConllu, trainParser } from '@parleyjs/nlp'
    const sentences = parseConllu(${file('gold.conllu')})`,
  'nlp/tasks/tag/train-tagger.ts trainTagger': TREEBANK,
  'nlp/text/check/summary.ts treebankSummary': TREEBANK,
  'nlp/text/check/treebank.ts checkTreebank': `
    const go = (id: number) => [id, 'Go', 'go', 'VERB', 'VB', 'Mood=Imp', 0, 'root', '_', '_'].join('\\t')
    const text = [go(1), go(2), '', go(1), go(2), '', ''].join('\\n')`,
  'nlp/tasks/tag/jackknife.ts jackknife': TREEBANK,
  'nlp/pipeline/train-pipeline.ts trainStage': TREEBANK,
  'nlp/pipeline/train-pipeline.ts trainPipeline': TREEBANK,
  'nlp/tasks/tokenize/tokenizer.ts tokenizeStream':
    "const process = { stdin: { setEncoding: () => ['We go. ', 'They stay.'] } }",
  'nlp/text/draw/draw-tree.ts drawTree': `${PEN}; const canvas = { getContext: () => pen }`,
  'nlp/text/penn/draw/draw.ts drawConstituency': `const tree = parsePenn('(NP (DT the) (NN rain))')[0]; ${PEN}`,
  'nlp/tasks/constituency/dependency-model/train-dependency-model.ts trainDependencyModel': TREES,
  'nlp/tasks/constituency/grammar/treebank-grammar.ts TreebankGrammar': TREES,
  'nlp/tasks/constituency/lexicalised/choose-weight.ts chooseDependencyWeight': `${TREES}; const parsers = trainSmallTwoParsers(trees)`,
  'nlp/tasks/constituency/lexicalised/train-small.ts trainSmallTwoParsers': TREES,
  'nlp/tasks/constituency/lexicalised/train-lexicalised.ts trainLexicalised': TREES,
  'nlp/tasks/constituency/lexicalised/two-parsers.ts TwoParsers': TREES,
  'nlp/tasks/summarise/summariser.ts Summariser': `${NODE}; const [first, second] = [${file('bridge.txt')}, ${file('text.txt')}]`,
  'structures/grammar/grammar-tree.ts GrammarTree': `
    const [S, NOUN, VERB] = [0, 1, 2]; const graph = new FactorGraph()
    const binary = { parent: [], left: [], right: [], score: [] }
    const grammar = new Grammar({ symbols: 3, root: 0, binary, unary: { parent: [S, S], child: [NOUN, VERB], score: [0, 0] } })
    const [isNoun, isVerb] = [graph.binary(), graph.binary()]`,
  'nlp/tasks/summarise/solve-summary.ts solveSummary': SUMMARY,
  'nlp/tasks/summarise/tree-knapsack.ts TreeKnapsack': `${SUMMARY}
    const problem = makeProblem(trees, concepts, 100); const gains = [1, 2, 0.5]; const kept = new Uint8Array(3)`,
  'nlp/tasks/summarise/train-summariser.ts trainSummariser': `
    const settings = summariserOf(bytes)['parts'].model.settings
    const sentences = [...pipeline.process('Markets fell on Monday. Markets were calm on Tuesday.')].map(({ sentence }) => sentence)
    const topics = [{ sentences, references: ['Markets fell.'] }]`,
  'nlp/tasks/compress/compressor.ts scores': `
    const compressor = new Compressor(); const graph = new FactorGraph()
    const variables = sentence.forms.map(() => graph.binary())`,
  'nlp/tasks/joint/joint-parser.ts JointParser': `${TREES}
    const sentences = trees.map((tree) => ({ words: words(tree), tags: tags(tree) }))`,
  'nlp/tasks/joint/choose-weight.ts chooseTaggerWeight': `${TREES}; const developmentTrees = trees
    const parser = new JointParser(trainGrammar(trees), trainTrigramTagger(trees.map((tree) => ({ words: words(tree), tags: tags(tree) }))))`,
  'cluster/tasks/plan-job.ts planJob': `
    import { mkdtempSync, writeFileSync } from 'node:fs'; import { tmpdir } from 'node:os'
    const folder = mkdtempSync(tmpdir() + '/parley-plan-'); writeFileSync(folder + '/news.txt', 'Shares fell.')`,
  'cluster/order-key.ts OrderKey': `
    import { mkdtempSync, writeFileSync } from 'node:fs'; import { tmpdir } from 'node:os'
    const folder = mkdtempSync(tmpdir() + '/parley-key-'); writeFileSync(folder + '/key', 'a'.repeat(40))
    const path = folder + '/key'; const bytes = Uint8Array.of(1, 2)`,
  'logic/ground/grounding.ts variable':
    "const grounding = ground(parseRules('domain person = {anna, ben}\\nopen smokes(person)'))",
  'logic/program/formulas.ts forall': LOGIC,
  'logic/program/formulas.ts compare': 'const [x, y] = [1, 2]',
}

const THREAD = 'needs a module of a thread'
const FIXTURE = 'needs data or objects that no fixture makes'
const OTHER_DATA = 'states the value for other data or another model'

/** Examples that do not run, as `file symbol`, with the reason. */
export const NOT_RUN: Record<string, string> = {
  'cluster/redis.ts connectRedis': 'needs a Redis server',
  'cluster/tasks/task-worker.ts runTaskWorker': 'needs a Redis server',
  'server/serve.ts startServer': THREAD,
  'nlp/load/parley-worker.ts ParleyWorker': THREAD,
  'nlp/threads/sentence-pool.ts SentencePool': THREAD,
  'learn/linear/linear.ts LinearModel': FIXTURE,
  'nlp/text/eval/evaluate-trees.ts treeEvaluationTable': OTHER_DATA,
  'nlp/tasks/constituency/lexicalised/grandparent-forest.ts splitByGrandparents': FIXTURE,
  'nlp/tasks/constituency/lexicalised/intersection.ts intersectParsers': FIXTURE,
  'nlp/tasks/corpus-wide/corpus-wide.ts tagCorpusWide': FIXTURE,
  'nlp/tasks/corpus-wide/corpus-wide.ts parseCorpusWide': FIXTURE,
  'nlp/tasks/corpus-wide/parse-corpus.ts ParseCorpus': FIXTURE,
  'nlp/tasks/corpus-wide/shards/corpus-run.ts CorpusRun': FIXTURE,
  'nlp/tasks/corpus-wide/shards/corpus-shard.ts CorpusShard': FIXTURE,
  'nlp/tasks/corpus-wide/tag-contexts.ts TagContexts': FIXTURE,
  'nlp/tasks/corpus-wide/tag-corpus.ts TagCorpus': FIXTURE,
  'nlp/tasks/corpus-wide/unseen-words.ts UnseenWords': FIXTURE,
}
