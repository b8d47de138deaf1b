import type { TrackUse } from '#shared/audio/chooseTracks.ts'
import type { ChannelSpans } from '#shared/audio/channelSpans.ts'
import type { Millis } from '#shared/units.ts'

/**
 * Why a file cannot be transcoded. `cannotRead`: unknown container or codec. `locked`: the audio is encrypted. `noRoom`: the
 * browser has no space for the output or cannot open it. `notLoaded`: a part of the transcoder could not be fetched.
 */
export type TranscodeFailure = 'cannotRead' | 'noAudioTrack' | 'damaged' | 'locked' | 'tooLong' | 'noRoom' | 'notLoaded'

/** Request to a transcode worker: one file per worker. Terminating the worker cancels it. `into` is the output file. */
export type TranscodeRequest = { readonly file: Blob; readonly outputFile?: FileSystemFileHandle | undefined }

/** The audio as 16 kHz mono MP3. */
export type TranscodedAudio = TranscodeResult & { readonly blob: Blob }

export type TranscodeResult = {
  readonly duration: Millis
  readonly tracks: TrackUse
  /** When each channel was active, if they have a person each; otherwise null. */
  readonly channelSpans: ChannelSpans | null
}

/**
 * Response of a worker. `done` and `duration` are positions in the audio; `duration` is null when the file does not contain it.
 */
export type TranscodeResponse =
  | { readonly type: 'ready' }
  | { readonly type: 'progress'; readonly done: Millis; readonly duration: Millis | null }
  | ({ readonly type: 'finished' } & TranscodedAudio)
  | { readonly type: 'failed'; readonly failure: TranscodeFailure; readonly message: string }

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

export const tooLongError = (): WorkerTranscodeError => new WorkerTranscodeError('tooLong', 'longer than five hours')
