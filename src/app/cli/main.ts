import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '#platform/config/ConfigError.ts'
import { CommandError, EXIT } from './exitCodes.ts'
import { HELP } from './help.ts'

type Command = (args: string[]) => Promise<number>

/** Each command is loaded when asked for: `version` starts no server. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).start,
  transcribe: async () => (await import('./transcribe.ts')).transcribe,
  version: async () => (await import('./version.ts')).version,
  help: async () => async () => {
    process.stdout.write(HELP)
    return EXIT.ok
  },
  // Not for people: a part of the server, started by `start`.
  role: async () => (await import('./role.ts')).role,
}
const ALIASES: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }

// Compiled code is kept between starts: a second less each time (measured). Where it cannot be written, nothing is lost.
enableCompileCache(fileURLToPath(new URL('../../../dist/compile-cache', import.meta.url)))
await run(process.argv.slice(2))
// A part that could not start, or has ended, must not linger over an open connection: `start` begins another.
if (process.argv[2] === 'role') process.exit()

async function run([word = 'help', ...args]: string[]): Promise<void> {
  const load = COMMANDS[ALIASES[word] ?? word]
  try {
    if (!load) throw new CommandError(EXIT.usage, `There is no command "${word}". "earshot help" lists them.`)
    process.exitCode = await (await load())(args)
  } catch (error) {
    process.exitCode = explain(error)
  }
}

function explain(error: unknown): number {
  if (error instanceof CommandError) {
    process.stderr.write(`earshot: ${error.message}\n`)
    return error.code
  }
  if (error instanceof ConfigError) {
    process.stderr.write(`earshot: these settings are wrong:\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`)
    return EXIT.config
  }
  process.stderr.write(`earshot: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  return EXIT.internal
}
