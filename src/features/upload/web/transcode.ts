import type { Millis } from '#kit/units.ts'
import type { TranscodeAnswer, TranscodeFailure, TranscodeRequest } from './worker/transcodeProtocol.ts'

/** `notLoaded`: the transcoder itself could not be fetched; `cancelled`: its owner stopped it. */
export class TranscodeError extends Error {
  readonly failure: TranscodeFailure | 'notLoaded' | 'cancelled'
  constructor(failure: TranscodeError['failure'], says: string) {
    super(says)
    this.name = 'TranscodeError'
    this.failure = failure
  }
}

export type Transcode = {
  /** The sound as 16 kHz mono MP3 and how long it lasts. Rejects with `TranscodeError`. */
  readonly result: Promise<{ blob: Blob; duration: Millis }>
  readonly cancel: () => void
}

/**
 * Makes a file small in a worker (B§4). `watch` hears how much of the sound is done, and its length as soon as it is known.
 * @NOTE the only file that starts workers.
 */
export function transcode(file: Blob, watch: (done: Millis, duration: Millis | null) => void): Transcode {
  const worker = new Worker(new URL('./worker/transcodeWorker.ts', import.meta.url), { type: 'module' })
  const { promise, resolve, reject } = Promise.withResolvers<{ blob: Blob; duration: Millis }>()
  let ready = false
  const fail = (failure: TranscodeError['failure'], says: string): void => {
    worker.terminate()
    reject(new TranscodeError(failure, says))
  }
  worker.onerror = (event) => fail(ready ? 'damaged' : 'notLoaded', event.message)
  worker.onmessage = ({ data }: MessageEvent<TranscodeAnswer>) => {
    switch (data.type) {
      case 'ready':
        ready = true
        break
      case 'progress':
        watch(data.done, data.duration)
        break
      case 'finished':
        worker.terminate()
        resolve({ blob: data.blob, duration: data.duration })
        break
      case 'failed':
        fail(data.failure, data.says)
        break
    }
  }
  worker.postMessage({ file } satisfies TranscodeRequest)
  return { result: promise, cancel: () => fail('cancelled', 'stopped') }
}
