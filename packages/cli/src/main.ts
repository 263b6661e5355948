// The command `parley`: runs it, prints errors, sets the exit code.
import { describeFailure, EXIT, printFailure } from './failure.js'
import { run } from './run.js'
import { UsageError } from './usage-error.js'

// A reader may close the pipe early (`parley … | head`): this is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok)
  printFailure(describeFailure(new UsageError(`Cannot write to standard output: ${error.message}`)))
  process.exit(EXIT.badInput)
})

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  const failure = describeFailure(error)
  printFailure(failure)
  process.exitCode = failure.exitCode
}
