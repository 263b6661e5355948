// `parley eval`: compares the file of a system with the correct one.
import { type Evaluation, evaluateConllu, evaluationTable } from '@parleyjs/nlp'
import { filePositionals, flag, parseCommand } from './args.js'
import { evaluateTreeFiles, isAboutTrees } from './eval-trees.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { readTreebank } from './read-treebank.js'
import { say } from './say.js'
import { UsageError } from './usage-error.js'

/** Runs the command and returns its exit code. */
export async function evalCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('eval', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('eval'))
    return EXIT.ok
  }
  const [goldName, systemName] = filePositionals('eval', parsed, ['GOLD', 'SYSTEM']) as [string, string]
  if (isAboutTrees(parsed, goldName)) {
    process.stdout.write(await evaluateTreeFiles(parsed, goldName, systemName))
    return EXIT.ok
  }
  const singleRoot = flag(parsed, 'single-root')
  const allow = flag(parsed, 'allow-multiple-roots')
  if (singleRoot && allow)
    throw new UsageError('--single-root and --allow-multiple-roots exclude each other.', 'eval')

  const gold = await readTreebank(goldName)
  const system = await readTreebank(systemName)
  for (const treebank of [gold, system]) say(treebank.describeDeviations('parley: '))
  const result = evaluateConllu(gold.sentences, system.sentences, { singleRoot, goldName, systemName })
  if (!allow) noteRoots(result, { gold: goldName, system: systemName })
  const { scores, multipleRoots, punctuation } = result
  process.stdout.write(
    flag(parsed, 'json')
      ? `${JSON.stringify({ gold: goldName, system: systemName, scores, multipleRoots, punctuation })}\n`
      : evaluationTable(result),
  )
  return EXIT.ok
}

/** Warns that the official script would have refused the file. */
function noteRoots({ multipleRoots }: Evaluation, names: Readonly<Record<'gold' | 'system', string>>): void {
  for (const side of ['gold', 'system'] as const) {
    const count = multipleRoots[side]
    if (count === 0) continue
    const fact = count === 1 ? '1 sentence has several roots' : `${count} sentences have several roots`
    say(
      `parley: ${names[side]}: ${fact}; the official script refuses them (--single-root does, too; ` +
        '--allow-multiple-roots hides this note).\n',
    )
  }
}
