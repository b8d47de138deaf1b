import { minutes, type Millis, seconds } from '#kit/units.ts'
import { every } from '#ui/time.ts'
import type { TranscodeAnswer, TranscodeFailure, TranscodeRequest } from './worker/transcodeProtocol.ts'

/** `cancelled`: its owner stopped it; the rest is what a worker says. */
export class TranscodeError extends Error {
  readonly failure: TranscodeFailure | 'cancelled'
  constructor(failure: TranscodeError['failure'], says: string) {
    super(says)
    this.name = 'TranscodeError'
    this.failure = failure
  }
}

/** The sound as 16 kHz mono MP3, and how long it lasts. */
export type Small = { readonly blob: Blob; readonly duration: Millis }

export type Transcode = {
  /** Rejects with `TranscodeError`. */
  readonly result: Promise<Small>
  readonly cancel: () => void
}

/** Sound that goes on gives a sign many times in so long; after a sleep of the computer the time counts anew. */
const STALLED: Millis = minutes(1)
/** So long may the fetching of the second transcoder take: ten megabytes. */
const LOADING: Millis = minutes(10)
const LOOK_EVERY: Millis = seconds(5)

/** What the second transcoder may still know better. */
const WORTH_A_SECOND_TRY: readonly string[] = ['cannotRead', 'noAudioTrack', 'damaged'] satisfies TranscodeFailure[]

/**
 * Makes a file small in a worker (B§4): first by the browser's own decoders; what these do not know goes to ffmpeg, which is
 * fetched only then and needs no https. `watch` hears how much of the sound is done, and its length as soon as it is known.
 * `into`: a file of the browser's own store in which the MP3 is to stand, on the disk when the result is there; what a failure
 * leaves in it is worthless.
 * @NOTE the only file that starts workers.
 */
export function transcode(
  file: Blob,
  watch: (done: Millis, duration: Millis | null) => void,
  into?: FileSystemFileHandle,
): Transcode {
  const cancelling = new AbortController()
  const request = { file, into }
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
  // Counted in ticks: a computer that slept has not waited.
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
