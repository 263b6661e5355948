// The processor's own clock around a function: other work on the machine does not count.

/** Runs a function once; milliseconds of all its threads, in user and system code. */
export function processorTime<T>(run: () => T): { readonly result: T; readonly ms: number } {
  const start = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(start)
  return { result, ms: (user + system) / 1000 }
}
