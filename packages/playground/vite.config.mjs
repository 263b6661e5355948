// The page as static files in dist/, for any server and any path. Packages are taken as `tsc -b` built them.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/** Writes sw.js, which keeps every file of the page but the model for times without a network. */
function serviceWorker() {
  return {
    name: 'service-worker',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.keys(bundle).filter((name) => !/\.gz$|^model\.json$/.test(name))
      const hash = createHash('sha256')
      for (const name of files) hash.update(name).update(bundle[name].code ?? bundle[name].source)
      const source = readFileSync(here('src/service-worker.js'), 'utf8')
        .replace('__VERSION__', hash.digest('hex').slice(0, 12))
        .replace("['__FILES__']", JSON.stringify(['./', ...files]))
      this.emitFile({ type: 'asset', fileName: 'sw.js', source })
    },
  }
}

/**
 * Writes model.json: the path of the model in the page, and its hash. The published package has no copy of
 * the model; a server sends the one of the model's own package.
 */
function modelOfPage() {
  return {
    name: 'model-of-page',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const [path] = Object.keys(bundle).filter((name) => name.endsWith('.gz'))
      const sha256 = createHash('sha256').update(bundle[path].source).digest('hex')
      this.emitFile({ type: 'asset', fileName: 'model.json', source: JSON.stringify({ path, sha256 }) })
    },
  }
}

export default defineConfig({
  root: here('.'),
  base: './',
  logLevel: 'warn',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  plugins: [modelOfPage(), serviceWorker()],
  worker: { format: 'es', rolldownOptions: { checks: { pluginTimings: false } } },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})
