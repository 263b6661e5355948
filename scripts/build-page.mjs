// `node scripts/build-page.mjs`: the playground's page, if anything in it is newer than what was built. Compile first.
import { buildPage } from './install.mjs'

buildPage()
