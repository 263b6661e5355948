// `parley check`: examines a treebank before training.
import { checkTreebank, type TreebankReport, treebankSummary } from '@parleyjs/nlp'
import { filePositionals, flag, parseCommand } from './args.js'
import { EXIT } from './failure.js'
import { helpText } from './help.js'
import { readTreebank, type Treebank } from './read-treebank.js'
import { visible } from './say.js'

/** Runs the command and returns its exit code. */
export async function checkCommand(args: readonly string[]): Promise<number> {
  const parsed = parseCommand('check', args)
  if (flag(parsed, 'help')) {
    process.stdout.write(helpText('check'))
    return EXIT.ok
  }
  const treebanks: Treebank[] = []
  for (const file of filePositionals('check', parsed, ['FILE', 'FILE2'], 1))
    treebanks.push(await readTreebank(file))
  const [training] = treebanks
  const reports = treebanks.map(({ sentences }, i) =>
    i === 0 ? checkTreebank(sentences) : checkTreebank(sentences, training.sentences),
  )
  process.stdout.write(flag(parsed, 'json') ? json(treebanks, reports) : text(treebanks, reports))
  // Strict readers, such as the official validator, refuse deviations from the format.
  const faulty =
    treebanks.some(({ deviations }) => deviations.length > 0) ||
    reports.some(({ findings }) => findings.some(({ severity }) => severity === 'error'))
  return faulty ? EXIT.faulty : EXIT.ok
}

function json(treebanks: readonly Treebank[], reports: readonly TreebankReport[]): string {
  const files = treebanks.map(({ file, deviations }, i) => ({ file, ...reports[i], deviations }))
  return `${JSON.stringify({ files })}\n`
}

function text(treebanks: readonly Treebank[], reports: readonly TreebankReport[]): string {
  return treebanks
    .map((treebank, i) =>
      visible(`${treebank.file}\n${treebankSummary(reports[i], treebank.describeDeviations('error: '))}`),
    )
    .join('\n')
}
