// The error for wrong command lines.

/** A command line that cannot be run. Printed as `parley: message`, exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    /** The command whose help describes the correct usage. */
    readonly command?: string,
  ) {
    super(message)
    this.name = 'UsageError'
  }
}
