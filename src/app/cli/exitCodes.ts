import { CONFIG_EXIT_CODE } from '#platform/config/ConfigError.ts'

/** What the command line ends with, after sysexits; `earshot help` lists them. */
export const EXIT = {
  ok: 0,
  /** The command or its options are wrong. */
  usage: 64,
  /** The file is not sound, or damaged. */
  data: 65,
  /** The file is not there. */
  noInput: 66,
  /** Something this needs is missing: ffmpeg, a speech model. */
  unavailable: 69,
  /** A mistake of this program. */
  internal: 70,
  /** The result cannot be written. */
  cannotWrite: 73,
  /** The data folder or the port is in use. */
  busy: 75,
  /** A setting is wrong. */
  config: CONFIG_EXIT_CODE,
} as const

/** Ends the command with one plain sentence on stderr. */
export class CommandError extends Error {
  readonly code: number
  constructor(code: number, says: string) {
    super(says)
    this.name = 'CommandError'
    this.code = code
  }
}
