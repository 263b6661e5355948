// `npm start -- ARGS`: the command `parley` from a fresh clone; without ARGS the playground. Installs and builds what is missing, on stderr,
// and goes on as the command itself, in this process, so that signals, pipes and exit codes are its own.
import { fileURLToPath } from 'node:url'
import { build, buildPage, installIfNeeded } from './prepare.mjs'

installIfNeeded()
build()
const given = process.argv.slice(2)
const args = given.length > 0 ? given : ['serve']
if (args[0] === 'serve') buildPage()

const main = new URL('../packages/cli/dist/main.js', import.meta.url)
process.argv.splice(1, process.argv.length, fileURLToPath(main), ...args)
await import(main.href)
