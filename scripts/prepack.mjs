// The `prepack` of every package: npm runs it in the package's folder before `npm pack` and `npm publish`. It
// builds what is older than its sources, and fails if anything is missing.
import { requireReady } from './packages.mjs'
import { build, buildPage } from './prepare.mjs'

build()
buildPage()
requireReady(process.cwd())
