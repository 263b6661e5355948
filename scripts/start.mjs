// `npm start -- ARGS`: runs the command `parley` from a fresh clone; without ARGS, the playground. It
// installs and builds what is missing, with output on stderr, and then runs the command in this process, so
// that signals, pipes and exit codes are those of the command.
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
