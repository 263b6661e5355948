// `parley eval` on bracketed trees.
import { evaluateTrees, type PennTree, readPenn, treeEvaluationTable } from '@parleyjs/nlp'
import { readChunks } from '@parleyjs/runner/internal'
import { flag, type Parsed } from './args.js'
import { UsageError } from './usage-error.js'

/** Maximum length of the sentences that are also evaluated separately, as in evalb. */
const SHORT = 40

/** Whether the files hold bracketed trees: by option, or by the name of the correct file. */
export function isAboutTrees(parsed: Parsed, goldName: string): boolean {
  return flag(parsed, 'constituency') || /\.(mrg|ptb|psd)(\.gz)?$/i.test(goldName)
}

/** The output of the command. */
export async function evaluateTreeFiles(
  parsed: Parsed,
  goldName: string,
  systemName: string,
): Promise<string> {
  for (const option of ['single-root', 'allow-multiple-roots'])
    if (flag(parsed, option))
      throw new UsageError(`--${option} is about CoNLL-U files, not about bracketed trees.`, 'eval')
  const gold = await readTrees(goldName)
  const system = await readTrees(systemName)
  const all = evaluateTrees(gold, system, { goldName, systemName })
  const short = evaluateTrees(gold, system, { goldName, systemName, maxLength: SHORT })
  return flag(parsed, 'json')
    ? `${JSON.stringify({ gold: goldName, system: systemName, all, [`upTo${SHORT}Words`]: short })}\n`
    : treeEvaluationTable({ all, [`<= ${SHORT} words`]: short })
}

/** All trees of a file, or of standard input for "-". */
async function readTrees(file: string): Promise<PennTree[]> {
  const trees: PennTree[] = []
  for await (const tree of readPenn(readChunks(file), { file })) trees.push(tree)
  return trees
}
