import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Unreachable } from '#shared/client.ts'
import { startCorsServer } from '#test/screens/startCorsServer.ts'
import { neverRespond } from '#test/screens/mockHost.ts'
import { fetchExternalText } from './fetchExternalText.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const options = { timeout: 5000, maxBytes: 100 }

describe('fetchExternalText', () => {
  it('returns the text and sends no cookie, token or referrer', async () => {
    const seen: IncomingMessage['headers'][] = []
    await using server = await startCorsServer((request, response) => {
      seen.push(request.headers)
      response.end('größe: 1\n')
    })
    expect(await fetchExternalText(`${server.address}/latest.yml`, options)).toBe('größe: 1\n')
    expect(Object.keys(seen[0] ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(cookie|authorization|referer|x-.*)$/)]),
    )
  })

  it('sets fetch to omit cookies and the referrer', async () => {
    const fetches = vi.fn<typeof fetch>(async () => new Response('a'))
    vi.stubGlobal('fetch', fetches)
    await fetchExternalText('https://files.example.org/latest.yml', options)
    expect(fetches.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  })

  it('rejects when the text is too long', async () => {
    vi.stubGlobal('fetch', async () => new Response('x'.repeat(101)))
    await expect(fetchExternalText('https://files.example.org/latest.yml', options)).rejects.toThrow(Unreachable)
    vi.stubGlobal('fetch', async () => new Response('x'.repeat(100)))
    expect(await fetchExternalText('https://files.example.org/latest.yml', options)).toHaveLength(100)
  })

  it.each([404, 500])('rejects when the host returns %s', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('version: 9.9.9', { status }))
    await expect(fetchExternalText('https://files.example.org/latest.yml', options)).rejects.toMatchObject({ kind: 'network' })
  })

  it('rejects after the timeout', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (_: string, request: RequestInit) => neverRespond(request))
    const pendingText = fetchExternalText('https://files.example.org/latest.yml', options).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(4999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await pendingText).toMatchObject({ kind: 'timeout' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects with a network error, not a timeout, when it is aborted', async () => {
    vi.stubGlobal('fetch', (_: string, request: RequestInit) => neverRespond(request))
    const leaving = new AbortController()
    const pendingText = fetchExternalText('https://files.example.org/latest.yml', { ...options, signal: leaving.signal })
    leaving.abort()
    await expect(pendingText).rejects.toMatchObject({ kind: 'network' })
  })
})
