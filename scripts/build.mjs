// `npm run build`: everything that runs, as far as it is older than its sources.
import { build, buildPage } from './prepare.mjs'

build()
buildPage()
