import { minutes, type Millis, seconds } from '#shared/units.ts'
import { every } from '#browser/timers/time.ts'
import type { TranscodedAudio, TranscodeResponse, TranscodeFailure, TranscodeRequest } from './worker/transcodeProtocol.ts'

/** `cancelled`: stopped by the user. The other values come from the worker. */
export class TranscodeError extends Error {
  readonly failure: TranscodeFailure | 'cancelled'
  constructor(failure: TranscodeError['failure'], message: string) {
    super(message)
    this.name = 'TranscodeError'
    this.failure = failure
  }
}

export type RunningTranscode = {
  /** Rejects with `TranscodeError`. */
  readonly result: Promise<TranscodedAudio>
  readonly cancel: () => void
}

/** A running transcode reports progress many times within this period. Time the computer was asleep does not count. */
const STALL_TIMEOUT: Millis = minutes(1)
/** Timeout for loading ffmpeg, which has ten megabytes. */
const LOAD_TIMEOUT: Millis = minutes(10)
const CHECK_INTERVAL: Millis = seconds(5)

/** Failures for which ffmpeg is tried next. */
const FFMPEG_RETRY_FAILURES: readonly string[] = ['cannotRead', 'noAudioTrack', 'damaged'] satisfies TranscodeFailure[]

/**
 * Transcodes a file in a worker (B§4). It uses the browser's own decoders first, and ffmpeg when they fail; ffmpeg is loaded only
 * then and works without https. `onProgress` is called with the position and, as soon as it is known, the duration. `into` is a
 * file of the origin private file system for the MP3; after a failure its content is invalid.
 * @NOTE This file starts workers.
 */
export function transcode(
  file: Blob,
  onProgress: (done: Millis, duration: Millis | null) => void,
  outputFile?: FileSystemFileHandle,
): RunningTranscode {
  const abortController = new AbortController()
  const request: TranscodeRequest = { file, outputFile }
  const startBrowserWorker = (): Worker => new Worker(new URL('./worker/transcodeWorker.ts', import.meta.url), { type: 'module' })
  const startFfmpegWorker = (): Worker => new Worker(new URL('./worker/ffmpegWorker.ts', import.meta.url), { type: 'module' })
  const result = runWorker(startBrowserWorker(), request, onProgress, abortController.signal).catch((error: unknown) => {
    if (!(error instanceof TranscodeError) || !FFMPEG_RETRY_FAILURES.includes(error.failure)) throw error
    return runWorker(startFfmpegWorker(), request, onProgress, abortController.signal)
  })
  return { result, cancel: () => abortController.abort() }
}

const toTranscodedAudio = ({ blob, duration, tracks, channelSpans }: TranscodedAudio): TranscodedAudio => ({
  blob,
  duration,
  tracks,
  channelSpans,
})

function runWorker(
  worker: Worker,
  request: TranscodeRequest,
  onProgress: (done: Millis, duration: Millis | null) => void,
  signal: AbortSignal,
) {
  const { promise, resolve, reject } = Promise.withResolvers<TranscodedAudio>()
  const fail = (failure: TranscodeError['failure'], message: string): void => reject(new TranscodeError(failure, message))
  let isReady = false
  let silentFor: Millis = 0
  // Counted in ticks, so that time asleep does not count.
  const stop = every(CHECK_INTERVAL, () => {
    silentFor += CHECK_INTERVAL
    if (silentFor >= (isReady ? STALL_TIMEOUT : LOAD_TIMEOUT))
      fail(isReady ? 'damaged' : 'notLoaded', 'no sign of it for too long')
  })
  signal.onabort = () => fail('cancelled', 'stopped')
  worker.onerror = (event) => fail(isReady ? 'damaged' : 'notLoaded', event.message)
  worker.onmessage = ({ data }: MessageEvent<TranscodeResponse>) => {
    silentFor = 0
    if (data.type === 'ready') isReady = true
    else if (data.type === 'progress') onProgress(data.done, data.duration)
    else if (data.type === 'finished') resolve(toTranscodedAudio(data))
    else fail(data.failure, data.message)
  }
  worker.postMessage(request)
  if (signal.aborted) fail('cancelled', 'stopped')
  return promise.finally(() => {
    stop()
    worker.terminate()
  })
}
