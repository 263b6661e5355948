// `npm run build`: builds everything that is older than its sources.
import { build, buildPage } from './prepare.mjs'

build()
buildPage()
