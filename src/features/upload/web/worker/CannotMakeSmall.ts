import type { TranscodeFailure } from './transcodeProtocol.ts'

/** A file that cannot be transcoded. */
export class CannotMakeSmall extends Error {
  readonly failure: TranscodeFailure
  constructor(failure: TranscodeFailure, says: string) {
    super(says)
    this.name = 'CannotMakeSmall'
    this.failure = failure
  }
}

/** Returns the failure of an error. Unknown errors are attributed to the file. */
export const failureOf = (error: unknown): TranscodeFailure => (error instanceof CannotMakeSmall ? error.failure : 'damaged')
