// The options and the help of the command `parley cluster`.
import { jobFlags } from '@parleyjs/runner/internal'
import type { Command } from '../commands.js'

export const CLUSTER_COMMAND = {
  synopsis:
    'parley cluster submit|worker|status|stop|resume|corpus-wide|corpus-worker [INPUT...|JOB] [options]',
  summary: 'Parse, tag or summarise on many machines: submit jobs, run workers, show their status.',
  options: {
    redis: {
      value: 'URL',
      help: 'redis://HOST:PORT, or set PARLEY_REDIS_URL; by default, only this process works',
    },
    'key-file': {
      value: 'FILE',
      help: 'a key that submit and all workers share; workers refuse orders not signed with it',
    },
    'input-root': {
      value: 'DIR',
      many: true,
      help: 'worker: read inputs and models only here; repeatable (default: current folder)',
    },
    'output-root': {
      value: 'DIR',
      many: true,
      help: 'worker: write only in this folder; repeatable (default: current folder)',
    },
    task: { value: 'NAME', short: 't', help: 'submit: parse, tag or summarize' },
    out: { value: 'DIR', short: 'o', help: 'submit: the folder of the outputs; status, resume: look there' },
    shard: { value: 'N', help: 'submit: approximate number of sentences per shard (default 500)' },
    queue: { value: 'N', help: 'submit: maximum number of shards that wait in Redis (default 256)' },
    overwrite: { help: 'submit: replace outputs of other jobs' },
    concurrency: {
      value: 'N',
      short: 'c',
      help: 'worker, submit without --redis: threads (default: number of cores)',
    },
    lease: {
      value: 'S',
      help: 'worker: seconds until the shard of a silent worker is given to another (default 30)',
    },
    model: {
      value: 'M',
      short: 'm',
      help: 'submit: a model file (default: English, from @parleyjs/model-en)',
    },
    input: { value: 'KIND', short: 'i', help: 'submit: text or conllu; default: detected' },
    ...jobFlags(),
    parts: { value: 'N', help: 'corpus-wide: shards of the corpus, at least as many as workers (default 4)' },
    sets: { value: 'FILE', help: 'corpus-wide: words that should agree, as JSON' },
    penalty: { value: 'X', help: 'corpus-wide: the cost of a word that differs' },
    rounds: { value: 'N', help: 'corpus-wide: maximum number of rounds (default 30)' },
    json: { help: 'submit, status, stop: print one JSON object; corpus-wide: write lines of JSON' },
  },
  notes: `submit cuts every INPUT (a file, or all files of a folder) into shards, waits until workers have processed
them, and joins the results: one output in DIR for every INPUT, with the same bytes that parley parse or tag
would print, and a manifest with checksums. An output appears only when it is complete. For summarize, every
INPUT is a topic: a document, or a folder of documents. Running the same command again continues an earlier
run. Text is cut only at empty lines.
worker takes shards until SIGTERM or Ctrl-C, finishes those it has, and ends. It skips jobs of another version
of Parley or of another model. INPUT, DIR and the model must have the same paths on all machines, and must lie
in the roots of every worker.
status [JOB] shows jobs, shards and workers. stop JOB ends a job and keeps its finished shards. resume JOB
continues a job.
corpus-wide tags or parses all INPUTs as one corpus that agrees with itself, on the running corpus-workers,
and writes DIR/tag.conllu or DIR/parse.conllu: the same bytes as parley tag or parse --corpus-wide. Another
worker replaces a lost one, from its last checkpoint.
Exit code: 0 done, 1 stopped, 2 bad input or usage or some shards failed, 130 Ctrl-C, 143 SIGTERM,
70 a bug in Parley.`,
} as const satisfies Command
