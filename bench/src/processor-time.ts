// Measures processor time, which other work on the machine does not affect.

/** Runs a function once; returns the milliseconds of all threads of the process, in user and system code. */
export function processorTime<T>(run: () => T): { readonly result: T; readonly ms: number } {
  const start = process.cpuUsage()
  const result = run()
  const { user, system } = process.cpuUsage(start)
  return { result, ms: (user + system) / 1000 }
}
