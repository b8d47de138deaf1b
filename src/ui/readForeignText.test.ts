import type { IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Unreachable } from '#kit/client.ts'
import { loopback } from '#test/screen/loopback.ts'
import { silence } from '#test/screen/serveBeside.ts'
import { readForeignText } from './readForeignText.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const asking = { timeout: 5000, most: 100 }

describe('fetchExternalText', () => {
  it('returns the text and sends no cookie, token or referrer', async () => {
    const seen: IncomingMessage['headers'][] = []
    await using there = await loopback((request, response) => {
      seen.push(request.headers)
      response.end('größe: 1\n')
    })
    expect(await readForeignText(`${there.address}/latest.yml`, asking)).toBe('größe: 1\n')
    expect(Object.keys(seen[0] ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(cookie|authorization|referer|x-.*)$/)]),
    )
  })

  it('sets fetch to omit cookies and the referrer', async () => {
    const fetches = vi.fn<typeof fetch>(async () => new Response('a'))
    vi.stubGlobal('fetch', fetches)
    await readForeignText('https://files.example.org/latest.yml', asking)
    expect(fetches.mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  })

  it('rejects when the text is too long', async () => {
    vi.stubGlobal('fetch', async () => new Response('x'.repeat(101)))
    await expect(readForeignText('https://files.example.org/latest.yml', asking)).rejects.toThrow(Unreachable)
    vi.stubGlobal('fetch', async () => new Response('x'.repeat(100)))
    expect(await readForeignText('https://files.example.org/latest.yml', asking)).toHaveLength(100)
  })

  it.each([404, 500])('rejects when the host returns %s', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('version: 9.9.9', { status }))
    await expect(readForeignText('https://files.example.org/latest.yml', asking)).rejects.toMatchObject({ kind: 'network' })
  })

  it('rejects after the time-out', async () => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', (_: string, request: RequestInit) => silence(request))
    const read = readForeignText('https://files.example.org/latest.yml', asking).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(4999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await read).toMatchObject({ kind: 'timeout' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('rejects with a network error, not a time-out, when it is aborted', async () => {
    vi.stubGlobal('fetch', (_: string, request: RequestInit) => silence(request))
    const leaving = new AbortController()
    const read = readForeignText('https://files.example.org/latest.yml', { ...asking, signal: leaving.signal })
    leaving.abort()
    await expect(read).rejects.toMatchObject({ kind: 'network' })
  })
})
