import { Unreachable } from '#kit/client.ts'
import { minutes, seconds, type Millis } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { watchCall } from '#ui/monitor.ts'
import { newId } from '#ui/newId.ts'
import { after, now, type Stop } from '#ui/time.ts'

/**
 * No byte has moved for this long: the connection is dead, though nobody said so. Once the last byte has left, more is waited
 * for: what lies in buffers and proxies on the way moves without our hearing of it, on a slow line for minutes, and then the
 * store writes it down.
 */
const STALL: { readonly moving: Millis; readonly sent: Millis } = { moving: minutes(1), sent: minutes(3) }
/** With a new network old connections are dead: what has not moved for so long is not waited for any longer. */
const QUIET: Millis = seconds(5)

/** The store behind the link said no; trying the same link again helps only when it is its own trouble (5xx). */
export class PartRefused extends Error {
  readonly httpStatus: number
  /** How long it asks to be left alone (429, 503). */
  readonly retryAfter: Millis | undefined
  constructor(httpStatus: number, retryAfter?: Millis) {
    super(`the slice was refused: HTTP ${httpStatus}`)
    this.name = 'PartRefused'
    this.httpStatus = httpStatus
    this.retryAfter = retryAfter
  }

  /** The same link will be refused again; a store with trouble of its own, or too many callers, may think better of it. */
  get isFinal(): boolean {
    return this.httpStatus >= 400 && this.httpStatus < 500 && ![408, 425, 429].includes(this.httpStatus)
  }
}

export type SendPart = {
  readonly url: string
  readonly slice: Blob
  /** How often it has been tried, from 1: the line may be slow rather than dead, so each time more patience is had. */
  readonly attempt: number
  /** Hears the share sent, 0 to 1. */
  readonly moved: (share: number) => void
  readonly signal: AbortSignal
}

/**
 * Puts one slice where its link says (B§4 step 3) and answers its tag. Rejects with `PartRefused`, `Unreachable`, or the
 * signal's reason.
 * @NOTE XMLHttpRequest, because `fetch` does not tell how much of a body has gone. The link carries its own permission, so
 * no header of ours goes along.
 */
export function sendPart({ url, slice, attempt, moved, signal }: SendPart): Promise<string> {
  if (signal.aborted) return Promise.reject(signal.reason as Error)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = new XMLHttpRequest()
  const abort = (): void => request.abort()
  const stall = watchdog(() => {
    reject(new Unreachable('timeout'))
    abort()
  })
  const deafToNetwork = listen(window, 'online', () => stall.quietFor() > QUIET && stall.bark())
  const patience = 2 ** (attempt - 1)
  stall.pet(STALL.moving * patience)
  request.open('PUT', url)
  request.upload.onprogress = ({ loaded, total }) => {
    stall.pet((loaded < total ? STALL.moving : STALL.sent) * patience)
    if (total > 0) moved(loaded / total)
  }
  request.onload = () => {
    const tag = request.getResponseHeader('ETag')
    if (request.status >= 200 && request.status < 300 && tag) resolve(tag.replaceAll('"', ''))
    else reject(new PartRefused(request.status, waitOf(request.getResponseHeader('Retry-After'))))
  }
  request.onerror = () => reject(new Unreachable('network'))
  request.onabort = () => reject(signal.reason as Error)
  const deaf = listen(signal, 'abort', abort)
  request.send(slice)
  const watched = watchCall({ address: '/blob/part' }, newId())
  promise.catch((error: unknown) => watched.failed(error, signal.aborted))
  return promise.finally(() => {
    stall.stop()
    deaf()
    deafToNetwork()
  })
}

/** Seconds, as our server and the S3 stores write it. */
const waitOf = (header: string | null): Millis | undefined =>
  /^\d{1,5}$/.test(header ?? '') ? seconds(Number(header)) : undefined

function watchdog(bark: () => void) {
  let stop: Stop = () => {}
  let last = now()
  const pet = (patience: Millis): void => {
    stop()
    last = now()
    stop = after(patience, bark)
  }
  return { pet, bark, stop: () => stop(), quietFor: (): Millis => now() - last }
}
