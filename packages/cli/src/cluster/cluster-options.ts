// The command `parley cluster` as data, for parsing and help.
import { jobFlags } from '@parley/runner'
import type { Command } from '../commands.js'

export const CLUSTER_COMMAND = {
  synopsis:
    'parley cluster submit|worker|status|stop|resume|corpus-wide|corpus-worker [INPUT...|JOB] [options]',
  summary: 'Parse, tag or summarise on many machines: submit jobs, run workers, look at them.',
  options: {
    redis: {
      value: 'URL',
      help: 'redis://HOST:PORT, or in PARLEY_REDIS_URL; without: this process alone',
    },
    'key-file': {
      value: 'FILE',
      help: 'a key that all who submit and work share: orders are signed, others are refused',
    },
    'input-root': {
      value: 'DIR',
      many: true,
      help: 'worker: read inputs and models here only; repeatable (default: where it is started)',
    },
    'output-root': {
      value: 'DIR',
      many: true,
      help: 'worker: writes in this folder only; may be repeated (default: where it is started)',
    },
    task: { value: 'NAME', short: 't', help: 'submit: parse, tag or summarize' },
    out: { value: 'DIR', short: 'o', help: 'submit: the folder of the outputs; status, resume: look there' },
    shard: { value: 'N', help: 'submit: sentences of a shard, about (default 500)' },
    queue: { value: 'N', help: 'submit: shards that wait in Redis at most (default 256)' },
    overwrite: { help: 'submit: replace outputs of other jobs' },
    concurrency: {
      value: 'N',
      short: 'c',
      help: 'worker, submit without --redis: threads (default: the cores)',
    },
    lease: {
      value: 'S',
      help: 'worker: seconds until the shard of a silent worker is given to another (default 30)',
    },
    model: { value: 'M', short: 'm', help: 'submit: a model file (default: English, from @parley/model-en)' },
    input: { value: 'KIND', short: 'i', help: 'submit: text or conllu; default: as it looks' },
    ...jobFlags(),
    parts: { value: 'N', help: 'corpus-wide: shards of the corpus, at least as many as workers (default 4)' },
    sets: { value: 'FILE', help: 'corpus-wide: words that should agree, as JSON' },
    penalty: { value: 'X', help: 'corpus-wide: the cost of a word that differs' },
    rounds: { value: 'N', help: 'corpus-wide: rounds at most (default 30)' },
    json: { help: 'submit, status, stop: print one JSON object; corpus-wide: write lines of JSON' },
  },
  notes: `submit cuts every INPUT (a file, or all files of a folder) into shards, waits until workers have done them,
and joins what they made: one output for every INPUT in DIR, complete or not there at all, the same bytes that
parley parse or tag would print, and a manifest with checksums beside it. Of summarize, every INPUT is a
topic: a document, or a folder of documents. The same command again goes on where an earlier one ended.
Text is cut behind empty lines only.
worker takes shards until SIGTERM or Ctrl-C, and ends when those it has are done. It leaves jobs of another
version of Parley, or of another model, to others. INPUT, DIR and the model must have the same paths on all
machines, and lie in the roots of every worker.
status [JOB] shows jobs, shards and workers; stop JOB ends a job (what is done stays); resume JOB goes on.
corpus-wide tags or parses all INPUTs as one corpus that agrees with itself, on the corpus-workers there are,
and writes DIR/tag.conllu or DIR/parse.conllu: the bytes of parley tag or parse --corpus-wide. A worker that
is lost is replaced by another, from its last checkpoint.
Exit code: 0 done, 1 stopped, 2 bad input or usage or some shards failed, 130 Ctrl-C, 143 SIGTERM,
70 a bug in Parley.`,
} as const satisfies Command
