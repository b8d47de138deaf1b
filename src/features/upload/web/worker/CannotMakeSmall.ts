import type { TranscodeFailure } from './transcodeProtocol.ts'

/** A file that cannot be made small, and why. */
export class CannotMakeSmall extends Error {
  readonly failure: TranscodeFailure
  constructor(failure: TranscodeFailure, says: string) {
    super(says)
    this.name = 'CannotMakeSmall'
    this.failure = failure
  }
}

/** What went wrong, by name; anything unforeseen is taken for the file's fault. */
export const failureOf = (error: unknown): TranscodeFailure => (error instanceof CannotMakeSmall ? error.failure : 'damaged')
