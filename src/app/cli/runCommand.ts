import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CONFIG_EXIT_CODE } from '#platform/config/environment.ts'

/** Exit codes of the command line, based on sysexits. `earshot help` lists them. */
export const EXIT = {
  ok: 0,
  /** Wrong command or options. */
  usage: 64,
  /** The file is not audio, or it is damaged. */
  data: 65,
  /** The file does not exist. */
  noInput: 66,
  /** Something required is missing: ffmpeg, a speech model. */
  unavailable: 69,
  /** An internal error. */
  internal: 70,
  /** The result cannot be written. */
  cannotWrite: 73,
  /** The data folder or the port is in use. */
  busy: 75,
  /** Ctrl-C. */
  interrupted: 130,
  /** A setting is wrong. */
  config: CONFIG_EXIT_CODE,
} as const

/** Ends the command with one sentence on stderr and an exit code. */
export class CommandError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}

/** The usage line of a command and its `--help` text. `name` is the prefix of its error messages. */
export type CommandHelp = { readonly name: string; readonly usage: string; readonly help: string }

type Output = { write: (text: string) => unknown }

/** Wrong arguments. Ends the command with this sentence and its usage line on stderr. */
export class UsageError extends CommandError {
  constructor(message: string) {
    super(EXIT.usage, message)
    this.name = 'UsageError'
  }
}

/** Runs a command, or prints its help for `--help` or `-h`. Returns the exit code. Rejects only for bugs. */
export async function runCommand(
  { name, usage, help }: CommandHelp,
  args: readonly string[],
  run: () => Promise<number>,
  { stdout, stderr }: { stdout: Output; stderr: Output } = process,
): Promise<number> {
  if (requestsHelp(args)) {
    stdout.write(`Usage: ${usage}\n\n${help}\n`)
    return EXIT.ok
  }
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    stderr.write(`${name}: ${error.message}\n`)
    if (error.code === EXIT.usage) stderr.write(`Usage: ${usage}\n`)
    return error.code
  }
}

function requestsHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return (end < 0 ? args : args.slice(0, end)).some((argument) => argument === '--help' || argument === '-h')
}

/** `parseArgs` of Node, but throws a UsageError with one sentence. */
export function parseArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw new UsageError(describeParseError(error))
  }
}

function describeParseError(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return String(error)
  const [, quoted = ''] = /'([^']*)'/.exec(error.message) ?? []
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${quoted}.`
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return `Unexpected argument: ${quoted}.`
  const [, option] = /(--[\w-]+)/.exec(quoted) ?? []
  return option && /argument missing/.test(error.message) ? `Option ${option} needs a value.` : error.message
}
