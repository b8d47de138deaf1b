import { Unreachable } from '#shared/client.ts'
import { minutes, seconds, type Millis } from '#shared/units.ts'
import { listen } from '#browser/events/listen.ts'
import { monitorCall } from '#browser/monitoring/monitor.ts'
import { newId } from '#browser/random/random.ts'
import { after, now, type Stop } from '#browser/timers/time.ts'
import { PartRefusedError } from './withRetry.ts'

/**
 * Timeouts without progress. A stalled connection reports no error by itself. After the last byte more time is allowed: data in
 * buffers and proxies moves without progress events, on a slow line for minutes, and the store has to write it.
 */
const STALL_TIMEOUT: { readonly moving: Millis; readonly sent: Millis } = { moving: minutes(1), sent: minutes(3) }
/** When the network has changed, old connections are dead: requests without progress for this long are given up. */
const QUIET_TIMEOUT: Millis = seconds(5)

export type SendPartOptions = {
  readonly url: string
  readonly blob: Blob
  /** Attempt number, from 1. Each attempt allows more time, because the line may be slow rather than dead. */
  readonly attempt: number
  /** Called with the progress, 0 to 1. */
  readonly onProgress: (progress: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends one part to its link (B§4 step 3) and returns its ETag. Rejects with `PartRefusedError`, `Unreachable`, or the signal's
 * reason.
 * @NOTE Uses XMLHttpRequest, because `fetch` reports no upload progress. The link is already signed, so no headers of ours are
 * sent.
 */
export function sendPart({ url, blob, attempt, onProgress, signal }: SendPartOptions): Promise<string> {
  if (signal.aborted) return Promise.reject(signal.reason as Error)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = new XMLHttpRequest()
  const abort = (): void => request.abort()
  const stallTimer = createStallTimer(() => {
    reject(new Unreachable('timeout'))
    abort()
  })
  const unsubscribeOnline = listen(window, 'online', () => stallTimer.idleTime() > QUIET_TIMEOUT && stallTimer.expire())
  const timeoutFactor = 2 ** (attempt - 1)
  stallTimer.reset(STALL_TIMEOUT.moving * timeoutFactor)
  request.open('PUT', url)
  request.upload.onprogress = ({ loaded, total }) => {
    stallTimer.reset((loaded < total ? STALL_TIMEOUT.moving : STALL_TIMEOUT.sent) * timeoutFactor)
    if (total > 0) onProgress(loaded / total)
  }
  request.onload = () => {
    const etag = request.getResponseHeader('ETag')
    if (request.status >= 200 && request.status < 300 && etag) resolve(etag.replaceAll('"', ''))
    else reject(new PartRefusedError(request.status, parseRetryAfter(request.getResponseHeader('Retry-After'))))
  }
  request.onerror = () => reject(new Unreachable('network'))
  request.onabort = () => reject(signal.reason as Error)
  const unsubscribeAbort = listen(signal, 'abort', abort)
  request.send(blob)
  const monitoredCall = monitorCall({ address: '/blob/part' }, newId())
  promise.catch((error: unknown) => monitoredCall.failed(error, signal.aborted))
  return promise.finally(() => {
    stallTimer.stop()
    unsubscribeAbort()
    unsubscribeOnline()
  })
}

/** In seconds, as our server and S3 stores send it. */
const parseRetryAfter = (header: string | null): Millis | undefined =>
  /^\d{1,5}$/.test(header ?? '') ? seconds(Number(header)) : undefined

function createStallTimer(expire: () => void) {
  let stop: Stop = () => {}
  let lastProgressAt = now()
  const reset = (timeout: Millis): void => {
    stop()
    lastProgressAt = now()
    stop = after(timeout, expire)
  }
  return { reset, expire, stop: () => stop(), idleTime: (): Millis => now() - lastProgressAt }
}
