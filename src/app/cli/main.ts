import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '#platform/config/ConfigError.ts'
import { CommandError, EXIT } from './exitCodes.ts'

/** The text that `earshot help` prints. */
const HELP = `earshot: recordings into text you can check

  earshot start                 serve the app (npm start does the same)
  earshot transcribe FILE       print what is said in a file
      --language CODE           en, de, ja ...; found by listening when left out
      --format FORMAT           txt (default), md, json, srt, vtt
      --output FILE             write there instead of printing
  earshot version
  earshot help

Settings come from the environment; all are optional, and each may be read from a file by adding _FILE to its name:
  PORT (4310)  HOST (127.0.0.1)  DATA_DIR (./data)  DATABASE_URL  PUBLIC_URL  EARSHOT_MODELS
  LLM_BASE_URL  LLM_API_KEY  LLM_MODEL  ROLE (all, api, worker)  SIGN_UP (closed, invite, open)  LOG_LEVEL  SPEECH_THREADS

transcribe reads wav, mp3, ogg/opus and asr itself, and anything else through ffmpeg where it is installed.
Progress goes to stderr, the result to stdout.

Exit codes: 0 done, 64 wrong use, 65 not sound or damaged, 66 no such file, 69 something needed is missing,
70 a mistake of this program, 73 cannot write, 75 data folder or port in use, 78 wrong settings.
`

type Command = (args: string[]) => Promise<number>

/** Commands are loaded on demand, so that `version` does not load the server. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).start,
  transcribe: async () => (await import('./transcribe.ts')).transcribe,
  version: async () => (await import('./version.ts')).version,
  help: async () => async () => {
    process.stdout.write(HELP)
    return EXIT.ok
  },
  // Internal: a process of the server, started by `start`.
  role: async () => (await import('./role.ts')).role,
}
const ALIASES: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' }

// Caches compiled code between starts, which saves a second each time (measured). Nothing is lost when it cannot be written.
enableCompileCache(fileURLToPath(new URL('../../../dist/compile-cache', import.meta.url)))
await run(process.argv.slice(2))
// A server process that failed or has finished must not stay alive because of an open connection: `start` runs a new one.
if (process.argv[2] === 'role') process.exit()

async function run([commandName = 'help', ...args]: string[]): Promise<void> {
  const load = COMMANDS[ALIASES[commandName] ?? commandName]
  try {
    if (!load) throw new CommandError(EXIT.usage, `There is no command "${commandName}". "earshot help" lists them.`)
    process.exitCode = await (await load())(args)
  } catch (error) {
    process.exitCode = reportError(error)
  }
}

function reportError(error: unknown): number {
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
