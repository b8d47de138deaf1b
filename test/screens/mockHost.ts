import { vi } from 'vitest'

/**
 * Adds another host to the mock server: `handler` receives the requests whose URLs begin with `origin`, all others go to the
 * previous fetch. Returns the requested URLs. Reset with `vi.unstubAllGlobals()`.
 */
export function mockHost(origin: string, handler: (path: string, request: RequestInit) => Response | Promise<Response>) {
  const requests: string[] = []
  const previousFetch = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (!address.startsWith(`${origin}/`)) return previousFetch(address, request)
    requests.push(address)
    return handler(address.slice(origin.length), request)
  })
  return { requests }
}

/** Returns a response that never arrives. Rejects when the caller aborts. */
export function neverRespond(request: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })
}
