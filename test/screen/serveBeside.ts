import { vi } from 'vitest'

/**
 * Adds another host to the mock server: `handler` gets the addresses that begin with `origin`, all others go to the previous
 * fetch. Returns the addresses requested. Reset with `vi.unstubAllGlobals()`.
 */
export function serveBeside(origin: string, answer: (path: string, request: RequestInit) => Response | Promise<Response>) {
  const asked: string[] = []
  const before = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (!address.startsWith(`${origin}/`)) return before(address, request)
    asked.push(address)
    return answer(address.slice(origin.length), request)
  })
  return { asked }
}

/** Returns a response that never comes. Rejects when the caller aborts. */
export function silence(request: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })
}
