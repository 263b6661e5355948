/** A command line that cannot be carried out; printed as `parley: message`, exit code 2. */
export class UsageError extends Error {
  constructor(
    message: string,
    /** The command whose help would show how to do it right. */
    readonly command?: string,
  ) {
    super(message)
    this.name = 'UsageError'
  }
}
