// CRFsuite, the peer for sequence models, through python-crfsuite, if it is installed. It gets features and
// labels in a file and trains in a process of its own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TaggedSentence } from './upos-features.js'

export interface CrfsuiteRun {
  /** Processor time of training, without reading, in seconds for each pass. */
  readonly secondsPerEpoch: number
  readonly epochs: number
  /** Share of the labels of the second part that are right. */
  readonly accuracy: number
}

const PROGRAM = `
import sys, time, json, pycrfsuite
def read(path):
    with open(path, encoding='utf8') as file:
        for block in file.read().split('\\n\\n'):
            rows = [line.split('\\t') for line in block.split('\\n') if line]
            if rows: yield [row[1:] for row in rows], [row[0] for row in rows]
folder, algorithm, epochs, params = sys.argv[1], sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4])
trainer = pycrfsuite.Trainer(algorithm=algorithm, verbose=False)
for x, y in read(folder + '/train'): trainer.append(x, y)
trainer.set_params({'max_iterations': epochs, **params})
begin = time.process_time()
trainer.train(folder + '/model')
seconds = time.process_time() - begin
last = trainer.logparser.last_iteration
done = int(last['num']) if last else epochs
tagger = pycrfsuite.Tagger()
tagger.open(folder + '/model')
right = known = 0
for x, y in read(folder + '/dev'):
    for a, b in zip(tagger.tag(x), y):
        known += 1
        right += a == b
print(json.dumps({'secondsPerEpoch': seconds / done, 'epochs': done, 'accuracy': right / known}))
`

/** Trains and tags with CRFsuite; undefined if Python does not have it. */
export function runCrfsuite(
  python: string,
  train: readonly TaggedSentence[],
  dev: readonly TaggedSentence[],
  algorithm: string,
  epochs: number,
  params: Readonly<Record<string, number>>,
): CrfsuiteRun | undefined {
  if (spawnSync(python, ['-c', 'import pycrfsuite']).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'parley-crfsuite-'))
  try {
    const write = (name: string, sentences: readonly TaggedSentence[]) => {
      const blocks = sentences.map(({ features, tags }) =>
        tags.map((tag, i) => [tag, ...features[i]].join('\t')).join('\n'),
      )
      writeFileSync(join(folder, name), blocks.join('\n\n'))
    }
    write('train', train)
    write('dev', dev)
    const { status, stdout, stderr } = spawnSync(
      python,
      ['-c', PROGRAM, folder, algorithm, String(epochs), JSON.stringify(params)],
      { encoding: 'utf8' },
    )
    if (status !== 0) throw new Error(`CRFsuite failed: ${stderr.slice(-500)}`)
    return JSON.parse(stdout) as CrfsuiteRun
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
