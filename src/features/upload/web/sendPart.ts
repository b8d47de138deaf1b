import { Unreachable } from '#kit/client.ts'
import { minutes } from '#kit/units.ts'
import { listen } from '#ui/listen.ts'
import { watchCall } from '#ui/monitor.ts'
import { newId } from '#ui/newId.ts'
import { after, type Stop } from '#ui/time.ts'

/** No byte has moved for this long: the connection is dead, though nobody said so. */
const STALL = minutes(1)

/** The store behind the link said no; trying the same link again helps only when it is its own trouble (5xx). */
export class PartRefused extends Error {
  readonly httpStatus: number
  constructor(httpStatus: number) {
    super(`the slice was refused: HTTP ${httpStatus}`)
    this.name = 'PartRefused'
    this.httpStatus = httpStatus
  }
}

/**
 * Puts one slice where its link says (B§4 step 3) and answers its tag. `moved` hears the share sent, 0 to 1. Rejects with
 * `PartRefused`, `Unreachable`, or the signal's reason.
 * @NOTE XMLHttpRequest, because `fetch` does not tell how much of a body has gone. The link carries its own permission, so
 * no header of ours goes along.
 */
export function sendPart(url: string, slice: Blob, moved: (share: number) => void, signal: AbortSignal): Promise<string> {
  if (signal.aborted) return Promise.reject(signal.reason as Error)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const request = new XMLHttpRequest()
  const abort = (): void => request.abort()
  const stall = watchdog(() => {
    reject(new Unreachable('timeout'))
    abort()
  })
  request.open('PUT', url)
  request.upload.onprogress = ({ loaded, total }) => {
    stall.pet()
    if (total > 0) moved(loaded / total)
  }
  request.onload = () => {
    const tag = request.getResponseHeader('ETag')
    if (request.status >= 200 && request.status < 300 && tag) resolve(tag.replaceAll('"', ''))
    else reject(new PartRefused(request.status))
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
  })
}

function watchdog(bark: () => void): { pet: () => void; stop: Stop } {
  let stop = after(STALL, bark)
  const pet = (): void => {
    stop()
    stop = after(STALL, bark)
  }
  return { pet, stop: () => stop() }
}
