import { minutes, type Millis, seconds } from '#kit/units.ts'
import { every } from '#ui/time.ts'
import type { TranscodeAnswer, TranscodeFailure, TranscodeRequest } from './worker/transcodeProtocol.ts'

/** `cancelled`: stopped by the user. The other values come from the worker. */
export class TranscodeError extends Error {
  readonly failure: TranscodeFailure | 'cancelled'
  constructor(failure: TranscodeError['failure'], says: string) {
    super(says)
    this.name = 'TranscodeError'
    this.failure = failure
  }
}

/** The audio as 16 kHz mono MP3, and its duration. */
export type Small = { readonly blob: Blob; readonly duration: Millis }

export type Transcode = {
  /** Rejects with `TranscodeError`. */
  readonly result: Promise<Small>
  readonly cancel: () => void
}

/** A running transcode reports progress many times within this period. Time the computer was asleep does not count. */
const STALLED: Millis = minutes(1)
/** Timeout for loading ffmpeg, which has ten megabytes. */
const LOADING: Millis = minutes(10)
const LOOK_EVERY: Millis = seconds(5)

/** Failures for which ffmpeg is tried next. */
const WORTH_A_SECOND_TRY: readonly string[] = ['cannotRead', 'noAudioTrack', 'damaged'] satisfies TranscodeFailure[]

/**
 * Transcodes a file in a worker (B§4). It uses the browser's own decoders first, and ffmpeg when they fail; ffmpeg is loaded only
 * then and works without https. `onProgress` is called with the position and, as soon as it is known, the duration. `into` is a
 * file of the origin private file system for the MP3; after a failure its content is invalid.
 * @NOTE This file starts workers.
 */
export function transcode(
  file: Blob,
  watch: (done: Millis, duration: Millis | null) => void,
  into?: FileSystemFileHandle,
): Transcode {
  const cancelling = new AbortController()
  const request: TranscodeRequest = { file, into }
  const withBrowser = (): Worker => new Worker(new URL('./worker/transcodeWorker.ts', import.meta.url), { type: 'module' })
  const withFfmpeg = (): Worker => new Worker(new URL('./worker/ffmpegWorker.ts', import.meta.url), { type: 'module' })
  const result = run(withBrowser(), request, watch, cancelling.signal).catch((error: unknown) => {
    if (!(error instanceof TranscodeError) || !WORTH_A_SECOND_TRY.includes(error.failure)) throw error
    return run(withFfmpeg(), request, watch, cancelling.signal)
  })
  return { result, cancel: () => cancelling.abort() }
}

function run(
  worker: Worker,
  request: TranscodeRequest,
  watch: (done: Millis, duration: Millis | null) => void,
  signal: AbortSignal,
) {
  const { promise, resolve, reject } = Promise.withResolvers<Small>()
  const fail = (failure: TranscodeError['failure'], says: string): void => reject(new TranscodeError(failure, says))
  let isReady = false
  let quiet: Millis = 0
  // Counted in ticks, so that time asleep does not count.
  const stop = every(LOOK_EVERY, () => {
    quiet += LOOK_EVERY
    if (quiet >= (isReady ? STALLED : LOADING)) fail(isReady ? 'damaged' : 'notLoaded', 'no sign of it for too long')
  })
  signal.onabort = () => fail('cancelled', 'stopped')
  worker.onerror = (event) => fail(isReady ? 'damaged' : 'notLoaded', event.message)
  worker.onmessage = ({ data }: MessageEvent<TranscodeAnswer>) => {
    quiet = 0
    if (data.type === 'ready') isReady = true
    else if (data.type === 'progress') watch(data.done, data.duration)
    else if (data.type === 'finished') resolve({ blob: data.blob, duration: data.duration })
    else fail(data.failure, data.says)
  }
  worker.postMessage(request)
  if (signal.aborted) fail('cancelled', 'stopped')
  return promise.finally(() => {
    stop()
    worker.terminate()
  })
}
