import { vi } from 'vitest'

/**
 * Another host beside the server in memory: `answer` is asked for what begins with `origin`, everything else goes where it went
 * before. Returns what was asked of it. Ended by `vi.unstubAllGlobals()`.
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

/** A host that never answers, until the caller gives up. */
export function silence(request: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    request.signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
  })
}
