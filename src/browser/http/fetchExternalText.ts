import { Unreachable } from '#shared/client.ts'
import type { Millis } from '#shared/units.ts'
import { after } from '../timers/time.ts'

export type ExternalTextOptions = {
  timeout: Millis
  /** In bytes. A longer response is cancelled. */
  maxBytes: number
  signal?: AbortSignal
}

/**
 * Fetches a short text from another host, which the content security policy must allow. Sends no cookies, token or referrer.
 * Rejects with Unreachable on timeouts, on failures and when the text is too long.
 */
export async function fetchExternalText(address: string, { timeout, maxBytes, signal }: ExternalTextOptions): Promise<string> {
  const timeoutController = new AbortController()
  const stop = after(timeout, () => timeoutController.abort())
  try {
    const response = await fetch(address, {
      signal: signal ? AbortSignal.any([signal, timeoutController.signal]) : timeoutController.signal,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-cache',
    })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return await readTextUpTo(maxBytes, response)
  } catch (cause) {
    throw new Unreachable(timeoutController.signal.aborted && !signal?.aborted ? 'timeout' : 'network', cause)
  } finally {
    stop()
  }
}

async function readTextUpTo(maxBytes: number, { body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > maxBytes) {
      await reader.cancel()
      throw new Error(`more than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
