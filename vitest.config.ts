import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const source = (name: string) => fileURLToPath(new URL(`./packages/${name}/src/index.ts`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: {
      '@parley/core': source('core'),
      '@parley/structures': source('structures'),
      '@parley/logic': source('logic'),
      '@parley/nlp': source('nlp'),
      '@parley/model-en': source('model-en'),
      '@parley/runner': source('runner'),
      '@parley/cluster': source('cluster'),
      // Its threads run what was built.
      '@parley/server': fileURLToPath(new URL('./packages/server/dist/index.js', import.meta.url)),
    },
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
