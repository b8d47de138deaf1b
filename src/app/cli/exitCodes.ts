import { CONFIG_EXIT_CODE } from '#platform/config/ConfigError.ts'

/** Exit codes of the command line, based on sysexits. `earshot help` lists them. */
export const EXIT = {
  ok: 0,
  /** The command or its options are wrong. */
  usage: 64,
  /** The file is not audio, or is damaged. */
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
  /** A setting is wrong. */
  config: CONFIG_EXIT_CODE,
} as const

/** Ends the command with one sentence on stderr. */
export class CommandError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.name = 'CommandError'
    this.code = code
  }
}
