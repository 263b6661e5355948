import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const path = (file: string) => fileURLToPath(new URL(`./packages/${file}`, import.meta.url))

/** Packages whose sources are tested; the other aliases are built files, which threads run. */
const SOURCES = [
  'core',
  'structures',
  'logic',
  'learn',
  'nlp',
  'model-en',
  'model-en-base',
  'model-en-large',
  'runner',
  'cluster',
]
const sources = SOURCES.flatMap((name) => [
  { find: new RegExp(`^@parleyjs/${name}$`), replacement: path(`${name}/src/index.ts`) },
  { find: new RegExp(`^@parleyjs/${name}/internal$`), replacement: path(`${name}/src/internal.ts`) },
])

export default defineConfig({
  resolve: {
    alias: [
      ...sources,
      { find: /^parleyjs$/, replacement: path('cli/src/index.ts') },
      { find: '@parleyjs/server', replacement: path('server/dist/index.js') },
    ],
  },
  test: {
    globalSetup: ['scripts/build-first.ts'],
    setupFiles: ['scripts/fast-check-seed.ts'],
    include: ['packages/*/src/**/*.test.ts', 'bench/src/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 60_000,
    // Vitest would leave one of two cores idle.
    maxWorkers: 2,
    // Test files share modules: loading them anew for each took a fifth of all time.
    isolate: false,
  },
})
