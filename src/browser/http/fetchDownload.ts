import { Unreachable } from '#shared/client.ts'
import type { Bytes } from '#shared/units.ts'

type DownloadOptions = { signal: AbortSignal; onProgress: (received: Bytes) => void }

/**
 * Fetches a file by a signed link, with the number of bytes that have arrived. Sends no token and no cookie. Rejects with
 * Unreachable when it does not arrive as a whole, and with the reason of `signal` when that is aborted.
 */
export async function fetchDownload(url: string, { signal, onProgress }: DownloadOptions): Promise<Blob> {
  try {
    const response = await fetch(url, { signal, credentials: 'omit', cache: 'no-store' })
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
    throw new Unreachable('network', cause)
  }
}
