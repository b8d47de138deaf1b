import type { IncomingMessage } from 'node:http'
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Fault, Unreachable } from '#kit/client.ts'
import { days } from '#kit/units.ts'
import { loopback } from '#test/screen/loopback.ts'
import { useReachable } from './reachability.ts'
import { leaveFor, makeSend, whileRenewing } from './send.ts'
import type { ServerNotice } from './send.ts'
import { STORED, store } from './storage.ts'
import { forgetToken, keepToken, readToken } from './token.ts'

afterEach(() => localStorage.clear())

const get = { method: 'GET', address: '/filetag/', headers: {}, body: undefined }
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

describe('send', () => {
  it('adds the common headers and the token, and no cookie (A§7)', async () => {
    const seen: IncomingMessage['headers'][] = []
    await using there = await loopback((request, response) => {
      seen.push(request.headers)
      response.end('{"status":0}')
    })
    const send = makeSend({ base: there.address })
    await send(get)
    keepToken('tok')
    await send(get)
    expect(seen[0]).toMatchObject({ 'edit-from': 'web', 'app-platform': 'web' })
    expect(seen[0]?.authorization).toBeUndefined()
    expect(seen[1]).toMatchObject({ authorization: 'Bearer tok' })
    expect(seen[1]?.cookie).toBeUndefined()
    expect(seen[0]?.['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
    expect(seen[0]?.['x-request-id']).not.toBe(seen[1]?.['x-request-id'])
  })

  it('names this browser by its tag, where it has one (A§7)', async () => {
    const seen: unknown[] = []
    await using there = await loopback((request, response) => {
      seen.push(request.headers['x-device-id'])
      response.end('{"status":0}')
    })
    const send = makeSend({ base: there.address })
    await send(get)
    store(STORED.userTag, '0123456789abcdef')
    await send(get)
    expect(seen).toEqual([undefined, '0123456789abcdef'])
  })

  it('leaves the token out of a call flagged so, and its 401 ends no session (A§7)', async () => {
    const seen: unknown[] = []
    await using there = await loopback((request, response) => {
      seen.push(request.headers.authorization)
      response.statusCode = 401
      response.end('{"status":-401}')
    })
    keepToken('tok')
    let told = 0
    await makeSend({ base: there.address, onSignedOut: () => (told += 1) })({ ...get, noToken: true })
    expect(seen).toEqual([undefined])
    expect([readToken(), told]).toEqual(['tok', 0])
  })

  it('speaks every method; GET and HEAD carry no body (A§7)', async () => {
    const seen: string[] = []
    await using there = await loopback((request, response) => {
      void bodyOf(request).then((text) => {
        seen.push(`${request.method} ${text}`.trim())
        response.end(request.method === 'HEAD' ? undefined : '{"status":0}')
      })
    })
    const send = makeSend({ base: there.address })
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) await send({ ...get, method, body: [1] })
    expect(seen).toEqual(['GET', 'HEAD', 'POST [1]', 'PUT [1]', 'PATCH [1]', 'DELETE [1]'])
  })

  it('keeps the token for 15 days (A§9)', () => {
    vi.useFakeTimers()
    keepToken('tok')
    vi.setSystemTime(Date.now() + days(15) - 1)
    expect(readToken()).toBe('tok')
    vi.setSystemTime(Date.now() + 1)
    expect(readToken()).toBeUndefined()
    vi.useRealTimers()
  })

  it('carries the body as JSON and hands back status and answer', async () => {
    await using there = await loopback((request, response) => {
      void bodyOf(request).then((text) => {
        response.statusCode = 422
        response.end(JSON.stringify({ status: -422, echo: JSON.parse(text), type: request.headers['content-type'] }))
      })
    })
    const answer = await makeSend({ base: there.address })({ ...get, method: 'POST', body: { name: 'Ünï' } })
    expect(answer).toEqual({ httpStatus: 422, body: { status: -422, echo: { name: 'Ünï' }, type: 'application/json' } })
  })

  it('clears the token at a 401 and tells the app (A§8)', async () => {
    await using there = await loopback((_, response) => {
      response.statusCode = 401
      response.end('{"status":-401,"msg":"no session"}')
    })
    keepToken('old')
    let told = 0
    const answer = await makeSend({ base: there.address, onSignedOut: () => (told += 1) })(get)
    expect(answer.httpStatus).toBe(401)
    expect(readToken()).toBeUndefined()
    expect(told).toBe(1)
  })

  it('does not end a session begun since the call was sent', async () => {
    await using there = await loopback((_, response) => {
      keepToken('new')
      response.statusCode = 401
      response.end('{"status":-401}')
    })
    keepToken('old')
    let told = 0
    await makeSend({ base: there.address, onSignedOut: () => (told += 1) })(get)
    expect(readToken()).toBe('new')
    expect(told).toBe(0)
  })

  it('lets calls wait while the token is renewed, asks those under way again, and ends no session over it', async () => {
    const seen: string[] = []
    let renew = () => {}
    const renewed = new Promise<void>((resolve) => (renew = resolve))
    await using there = await loopback((request, response) => {
      const token = request.headers.authorization?.slice(7) ?? ''
      seen.push(`${request.url} ${token}`)
      const answer = async () => {
        // The old token was still good when this one was sent, and no longer when it was looked at.
        if (request.url === '/before') await renewed
        response.statusCode = token === 'old' && request.url !== '/renew' ? 401 : 200
        response.end('{"status":0}')
      }
      void answer()
    })
    keepToken('old')
    let told = 0
    const send = makeSend({ base: there.address, onSignedOut: () => (told += 1) })
    const before = send({ ...get, address: '/before' })
    const renewal = whileRenewing(async () => {
      await send({ ...get, address: '/renew', renews: true })
      renew()
      keepToken('new')
    })
    const meanwhile = send({ ...get, address: '/meanwhile' })
    await renewal
    expect([(await before).httpStatus, (await meanwhile).httpStatus, told, readToken()]).toEqual([200, 200, 0, 'new'])
    expect(seen.toSorted()).toEqual(['/before new', '/before old', '/meanwhile new', '/renew old'])
  })

  it('sends nothing more of a session that is being ended, and says of none that it ended elsewhere', async () => {
    const seen: string[] = []
    await using there = await loopback((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`)
      response.statusCode = request.url === '/leave' ? 200 : 401
      response.end('{"status":0}')
    })
    keepToken('old')
    let told = 0
    const send = makeSend({ base: there.address, onSignedOut: () => (told += 1) })
    const leaving = whileRenewing(async () => {
      await send({ ...get, address: '/leave', renews: true })
      forgetToken()
    })
    await expect(send({ ...get, address: '/meanwhile' })).rejects.toThrow(Unreachable)
    await leaving
    expect([seen, told]).toEqual([['/leave Bearer old'], 0])
  })

  it('asks for nothing while another page is on its way, and asks again should the browser stay', async () => {
    const seen: (string | undefined)[] = []
    await using there = await loopback((request, response) => {
      seen.push(request.url)
      response.end('{"status":0}')
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const assign = vi.fn<(address: string) => void>()
    vi.stubGlobal('location', { assign })
    const send = makeSend({ base: there.address })
    leaveFor('/login')
    void send({ ...get, address: '/meanwhile' })
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    vi.unstubAllGlobals()
    await send({ ...get, address: '/after' })
    expect(assign).toHaveBeenCalledExactlyOnceWith('/login')
    expect(seen).toEqual(['/after'])
  })

  it('goes on with the old token where renewing it came to nothing, and ends the session where that is over', async () => {
    await using there = await loopback((_, response) => {
      response.statusCode = 401
      response.end('{"status":-401}')
    })
    keepToken('old')
    const send = makeSend({ base: there.address })
    await expect(whileRenewing(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(readToken()).toBe('old')
    await whileRenewing(() => send({ ...get, renews: true }))
    expect(readToken()).toBeUndefined()
  })

  it('tells the app of a region lock and of a migration (A§8)', async () => {
    const notices: ServerNotice[] = []
    await using there = await loopback((request, response) => {
      const locked = request.url === '/locked'
      response.statusCode = locked ? 403 : 200
      response.end(
        JSON.stringify(
          locked ? { status: -10000, msg: 'Not here' } : { status: -9999, msg: 'Moved', link: 'https://example.org/' },
        ),
      )
    })
    const send = makeSend({ base: there.address, onNotice: (notice) => notices.push(notice) })
    await send({ ...get, address: '/locked' })
    await send({ ...get, address: '/moved' })
    expect(notices).toEqual([
      { kind: 'region-locked', message: 'Not here', link: undefined },
      { kind: 'migrated', message: 'Moved', link: 'https://example.org/' },
    ])
  })

  it('is Unreachable by network when nobody listens, when the line breaks and when a gateway answers for the server', async () => {
    const closed = await loopback(() => {})
    await closed.close()
    await using broken = await loopback((request, response) =>
      request.url === '/502' ? response.writeHead(502).end('<html>') : response.destroy(),
    )
    for (const url of [closed.address, `${broken.address}/cut`, `${broken.address}/502`]) {
      expect(await failure(makeSend({ base: url })({ ...get, address: '' }))).toMatchObject({
        name: 'Unreachable',
        kind: 'network',
      })
    }
  })

  it('tells whether the server answers: a gateway without it, or a server that is away for a moment, is no answer', async () => {
    let status = 200
    await using there = await loopback((_, response) => response.writeHead(status).end('{"status":0}'))
    const send = makeSend({ base: there.address })
    const { result } = renderHook(useReachable)
    for (status of [503, 404, 502, 200]) {
      await act(async () => void (await send(get)))
      expect({ status, reached: result.current }).toEqual({ status, reached: status < 500 })
    }
  })

  it('is Unreachable by timeout when the answer, or the rest of it, does not come in time', async () => {
    await using there = await loopback((request, response) => {
      if (request.url === '/half') response.write('{"status":')
    })
    const send = makeSend({ base: there.address, timeout: 60 })
    for (const address of ['/never', '/half']) {
      const error = await failure(send({ ...get, address }))
      expect(error).toBeInstanceOf(Unreachable)
      expect(error).toMatchObject({ kind: 'timeout' })
    }
  })

  it('counts a cancelled call as a network failure (A§8)', async () => {
    const cancel = new AbortController()
    await using there = await loopback(() => cancel.abort())
    expect(await failure(makeSend({ base: there.address })({ ...get, signal: cancel.signal }))).toMatchObject({ kind: 'network' })
  })

  it('is a Fault with the id of the request when the answer cannot be read', async () => {
    let id: unknown
    await using there = await loopback((request, response) => {
      id = request.headers['x-request-id']
      response.end('<html>')
    })
    const error = await failure(makeSend({ base: there.address })(get))
    expect(error).toBeInstanceOf(Fault)
    expect(error).toMatchObject({ requestId: id })
  })
})
