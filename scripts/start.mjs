// `npm start -- ARGS`: the command `parley` from a fresh clone. Installs and builds what is missing, on stderr,
// and goes on as the command itself, in this process, so that signals, pipes and exit codes are its own.
import { fileURLToPath } from 'node:url'
import { build, installIfNeeded } from './install.mjs'

installIfNeeded()
build()

const main = new URL('../packages/cli/dist/main.js', import.meta.url)
const given = process.argv.slice(2)
process.argv.splice(1, process.argv.length, fileURLToPath(main), ...(given.length > 0 ? given : ['help']))
await import(main.href)
