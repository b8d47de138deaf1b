import type { TranscodeFailure } from './transcodeProtocol.ts'

/** A file that cannot be transcoded. */
export class WorkerTranscodeError extends Error {
  readonly failure: TranscodeFailure
  constructor(failure: TranscodeFailure, message: string) {
    super(message)
    this.name = 'WorkerTranscodeError'
    this.failure = failure
  }
}

/** Returns the failure of an error. Unknown errors are attributed to the file. */
export const transcodeFailureOf = (error: unknown): TranscodeFailure =>
  error instanceof WorkerTranscodeError ? error.failure : 'damaged'
