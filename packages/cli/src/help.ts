// `parley help`, generated from the table of commands.
import { COMMANDS, type Command, type CommandName } from './commands.js'

/** The help of one command, or the overview. */
export function helpText(name?: CommandName): string {
  return name === undefined ? overview() : commandHelp(COMMANDS[name])
}

export function isCommand(word: string): word is CommandName {
  return Object.hasOwn(COMMANDS, word)
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([name, command]) => `  ${name.padEnd(10)}${command.summary}`)
  return `Parley finds the dependency trees of text and the best assignments of factor graphs, and says whether they are
provably the best.

Usage: parley COMMAND ...

${lines.join('\n')}
  ${'help'.padEnd(10)}Show the options of a command: parley help solve

Try: parley parse "My sister bought a book about birds and gave it to our neighbour."
     parley solve examples/rain.json --explain
`
}

function commandHelp(command: Command): string {
  const rows = Object.entries(command.options).map(([name, option]) => {
    const short = option.short === undefined ? '    ' : `-${option.short}, `
    return [`${short}--${name}${option.value === undefined ? '' : ` ${option.value}`}`, option.help] as const
  })
  rows.push(['-h, --help', 'show this help'])
  const width = Math.max(...rows.map(([left]) => left.length))
  const options = rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n')
  return `Usage: ${command.synopsis}\n\n${command.summary}\n\n${options}\n\n${command.notes}\n`
}
