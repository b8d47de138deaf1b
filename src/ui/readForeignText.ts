import { Unreachable } from '#kit/client.ts'
import type { Millis } from '#kit/units.ts'
import { after } from './time.ts'

export type ForeignText = {
  timeout: Millis
  /** In bytes. A longer response is cancelled. */
  most: number
  signal?: AbortSignal
}

/**
 * Fetches a short text from another host, which the content security policy must allow. Sends no cookie, no token and no
 * referrer. Rejects with Unreachable on time-outs, on failures and when the text is too long.
 */
export async function readForeignText(address: string, { timeout, most, signal }: ForeignText): Promise<string> {
  const limit = new AbortController()
  const stop = after(timeout, () => limit.abort())
  try {
    const response = await fetch(address, {
      signal: signal ? AbortSignal.any([signal, limit.signal]) : limit.signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-cache',
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await textUpTo(most, response)
  } catch (cause) {
    throw new Unreachable(limit.signal.aborted && !signal?.aborted ? 'timeout' : 'network', cause)
  } finally {
    stop()
  }
}

async function textUpTo(most: number, { body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > most) {
      await reader.cancel()
      throw new Error(`more than ${most} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
