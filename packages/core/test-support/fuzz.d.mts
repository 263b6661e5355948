export type Format = 'uai' | 'evidence' | 'fg' | 'wcsp' | 'json'
export type Readers = Readonly<Record<Format, (text: string) => unknown>>

/** The broken input of this seed. */
export function brokenInput(seed: number): { format: Format; text: string }
/** Reads it; what went wrong beyond a ParleyError, or null. */
export function tryBrokenInput(seed: number, readers: Readers): string | null
