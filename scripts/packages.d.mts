// Types of packages.mjs.
interface Manifest {
  readonly exports?: unknown
  readonly bin?: unknown
}
export function manifestOf(folder: string): Manifest
export function publishedFolders(): string[]
export function readyToPack(folder: string): string[]
export function exportedFiles(manifest: Manifest): string[]
export function requireReady(folder: string): void
