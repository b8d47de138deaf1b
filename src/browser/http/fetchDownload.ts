import { Unreachable } from '#shared/client.ts'
import type { Bytes } from '#shared/units.ts'

type DownloadOptions = { signal: AbortSignal; onProgress: (received: Bytes) => void }

/** The server has no file for a link, or refuses to create it. */
export class DownloadRefused extends Error {
  readonly httpStatus: number
  /** The HTTP status of the response, or the negative status of the contract. */
  readonly status: number
  constructor(httpStatus: number, status: number) {
    super(`HTTP ${httpStatus}`)
    this.name = 'DownloadRefused'
    this.httpStatus = httpStatus
    this.status = status
  }
}

/**
 * Fetches a file by a signed link and reports the number of bytes received. Sends no token and no cookies. Rejects with
 * DownloadRefused for a 4xx response, with Unreachable when the download is incomplete, and with the reason of `signal` when it is
 * aborted.
 */
export async function fetchDownload(url: string, { signal, onProgress }: DownloadOptions): Promise<Blob> {
  try {
    const response = await fetch(url, { signal, credentials: 'omit', cache: 'no-store' })
    if (response.status >= 400 && response.status < 500) throw await refusalOf(response)
    if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`)
    const reader = response.body.getReader()
    const parts: Uint8Array<ArrayBuffer>[] = []
    let received = 0
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      parts.push(value)
      received += value.length
      onProgress(received)
    }
    return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
  } catch (cause) {
    signal.throwIfAborted()
    throw cause instanceof DownloadRefused ? cause : new Unreachable('network', cause)
  }
}

async function refusalOf(response: Response): Promise<DownloadRefused> {
  const body = (await response.json().catch(() => null)) as { status?: number } | null
  return new DownloadRefused(response.status, body?.status ?? -response.status)
}
