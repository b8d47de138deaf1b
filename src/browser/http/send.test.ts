import type { IncomingMessage } from 'node:http'
import { act, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ServerError, Unreachable } from '#shared/client.ts'
import { days } from '#shared/units.ts'
import { startCorsServer } from '#test/screens/startCorsServer.ts'
import { useReachable } from './reachability.ts'
import { navigateAway, createSend, withTokenRenewal } from './send.ts'
import type { ServerNotice } from './send.ts'
import { STORAGE_KEYS, setItem } from '../storage/storage.ts'
import { clearToken, saveToken, readToken } from '../session/token.ts'

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
    await using server = await startCorsServer((request, response) => {
      seen.push(request.headers)
      response.end('{"status":0}')
    })
    const send = createSend({ base: server.address })
    await send(get)
    saveToken('tok')
    await send(get)
    expect(seen[0]).toMatchObject({ 'edit-from': 'web', 'app-platform': 'web' })
    expect(seen[0]?.authorization).toBeUndefined()
    expect(seen[1]).toMatchObject({ authorization: 'Bearer tok' })
    expect(seen[1]?.cookie).toBeUndefined()
    expect(seen[0]?.['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
    expect(seen[0]?.['x-request-id']).not.toBe(seen[1]?.['x-request-id'])
  })

  it('sends the tag of this browser if it has one (A§7)', async () => {
    const seen: unknown[] = []
    await using server = await startCorsServer((request, response) => {
      seen.push(request.headers['x-device-id'])
      response.end('{"status":0}')
    })
    const send = createSend({ base: server.address })
    await send(get)
    setItem(STORAGE_KEYS.userTag, '0123456789abcdef')
    await send(get)
    expect(seen).toEqual([undefined, '0123456789abcdef'])
  })

  it('sends the language of the page with AI calls (B§7)', async () => {
    const seen: unknown[] = []
    await using server = await startCorsServer((request, response) => {
      seen.push(request.headers['app-language'])
      response.end('{"status":0}')
    })
    document.documentElement.lang = 'zh-TW'
    const send = createSend({ base: server.address })
    for (const address of ['/ai/status', '/summary/models/config', '/file/list']) await send({ ...get, address })
    expect(seen).toEqual(['zh-TW', 'zh-TW', undefined])
  })

  it('sends no token with a noToken call, and its 401 does not end the session (A§7)', async () => {
    const seen: unknown[] = []
    await using server = await startCorsServer((request, response) => {
      seen.push(request.headers.authorization)
      response.statusCode = 401
      response.end('{"status":-401}')
    })
    saveToken('tok')
    let signOuts = 0
    await createSend({ base: server.address, onSignedOut: () => (signOuts += 1) })({ ...get, noToken: true })
    expect(seen).toEqual([undefined])
    expect([readToken(), signOuts]).toEqual(['tok', 0])
  })

  it('supports every method, and sends no body with GET and HEAD (A§7)', async () => {
    const seen: string[] = []
    await using server = await startCorsServer((request, response) => {
      void bodyOf(request).then((text) => {
        seen.push(`${request.method} ${text}`.trim())
        response.end(request.method === 'HEAD' ? undefined : '{"status":0}')
      })
    })
    const send = createSend({ base: server.address })
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) await send({ ...get, method, body: [1] })
    expect(seen).toEqual(['GET', 'HEAD', 'POST [1]', 'PUT [1]', 'PATCH [1]', 'DELETE [1]'])
  })

  it('keeps the token for 15 days (A§9)', () => {
    vi.useFakeTimers()
    saveToken('tok')
    vi.setSystemTime(Date.now() + days(15) - 1)
    expect(readToken()).toBe('tok')
    vi.setSystemTime(Date.now() + 1)
    expect(readToken()).toBeUndefined()
    vi.useRealTimers()
  })

  it('sends the body as JSON and returns status and body of the response', async () => {
    await using server = await startCorsServer((request, response) => {
      void bodyOf(request).then((text) => {
        response.statusCode = 422
        response.end(JSON.stringify({ status: -422, echo: JSON.parse(text), type: request.headers['content-type'] }))
      })
    })
    const answer = await createSend({ base: server.address })({ ...get, method: 'POST', body: { name: 'Ünï' } })
    expect(answer).toEqual({ httpStatus: 422, body: { status: -422, echo: { name: 'Ünï' }, type: 'application/json' } })
  })

  it('clears the token after a 401 and calls onSignedOut (A§8)', async () => {
    await using server = await startCorsServer((_, response) => {
      response.statusCode = 401
      response.end('{"status":-401,"msg":"no session"}')
    })
    saveToken('old')
    let signOuts = 0
    const answer = await createSend({ base: server.address, onSignedOut: () => (signOuts += 1) })(get)
    expect(answer.httpStatus).toBe(401)
    expect(readToken()).toBeUndefined()
    expect(signOuts).toBe(1)
  })

  it('does not end a session that began after the call was sent', async () => {
    await using server = await startCorsServer((_, response) => {
      saveToken('new')
      response.statusCode = 401
      response.end('{"status":-401}')
    })
    saveToken('old')
    let signOuts = 0
    await createSend({ base: server.address, onSignedOut: () => (signOuts += 1) })(get)
    expect(readToken()).toBe('new')
    expect(signOuts).toBe(0)
  })

  it('delays calls while the token is refreshed, retries calls in flight, and does not end the session', async () => {
    const seen: string[] = []
    let finishRenewal = () => {}
    const renewed = new Promise<void>((resolve) => (finishRenewal = resolve))
    await using server = await startCorsServer((request, response) => {
      const token = request.headers.authorization?.slice(7) ?? ''
      seen.push(`${request.url} ${token}`)
      const answer = async () => {
        // The old token was valid when this call was sent, but not when the server checked it.
        if (request.url === '/before') await renewed
        response.statusCode = token === 'old' && request.url !== '/renew' ? 401 : 200
        response.end('{"status":0}')
      }
      void answer()
    })
    saveToken('old')
    let signOuts = 0
    const send = createSend({ base: server.address, onSignedOut: () => (signOuts += 1) })
    const beforeRenewal = send({ ...get, address: '/before' })
    const renewal = withTokenRenewal(async () => {
      await send({ ...get, address: '/renew', refreshesToken: true })
      finishRenewal()
      saveToken('new')
    })
    const duringRenewal = send({ ...get, address: '/meanwhile' })
    await renewal
    expect([(await beforeRenewal).httpStatus, (await duringRenewal).httpStatus, signOuts, readToken()]).toEqual([
      200,
      200,
      0,
      'new',
    ])
    expect(seen.toSorted()).toEqual(['/before new', '/before old', '/meanwhile new', '/renew old'])
  })

  it('does not send delayed calls of a session that is being ended, and does not call onSignedOut', async () => {
    const seen: string[] = []
    await using server = await startCorsServer((request, response) => {
      seen.push(`${request.url} ${request.headers.authorization}`)
      response.statusCode = request.url === '/leave' ? 200 : 401
      response.end('{"status":0}')
    })
    saveToken('old')
    let signOuts = 0
    const send = createSend({ base: server.address, onSignedOut: () => (signOuts += 1) })
    const signOut = withTokenRenewal(async () => {
      await send({ ...get, address: '/leave', refreshesToken: true })
      clearToken()
    })
    await expect(send({ ...get, address: '/meanwhile' })).rejects.toThrow(Unreachable)
    await signOut
    expect([seen, signOuts]).toEqual([['/leave Bearer old'], 0])
  })

  it('sends no calls while another page is loading, and sends calls again if the browser stays', async () => {
    const seen: (string | undefined)[] = []
    await using server = await startCorsServer((request, response) => {
      seen.push(request.url)
      response.end('{"status":0}')
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const assign = vi.fn<(address: string) => void>()
    vi.stubGlobal('location', { assign })
    const send = createSend({ base: server.address })
    navigateAway('/login')
    void send({ ...get, address: '/meanwhile' })
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    vi.unstubAllGlobals()
    await send({ ...get, address: '/after' })
    expect(assign).toHaveBeenCalledExactlyOnceWith('/login')
    expect(seen).toEqual(['/after'])
  })

  it('keeps the old token when the refresh fails, and ends the session when the refresh gets a 401', async () => {
    await using server = await startCorsServer((_, response) => {
      response.statusCode = 401
      response.end('{"status":-401}')
    })
    saveToken('old')
    const send = createSend({ base: server.address })
    await expect(withTokenRenewal(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(readToken()).toBe('old')
    await withTokenRenewal(() => send({ ...get, refreshesToken: true }))
    expect(readToken()).toBeUndefined()
  })

  it('calls onNotice for a region lock and a migration (A§8)', async () => {
    const notices: ServerNotice[] = []
    await using server = await startCorsServer((request, response) => {
      const locked = request.url === '/locked'
      response.statusCode = locked ? 403 : 200
      response.end(
        JSON.stringify(
          locked ? { status: -10000, msg: 'Not here' } : { status: -9999, msg: 'Moved', link: 'https://example.org/' },
        ),
      )
    })
    const send = createSend({ base: server.address, onNotice: (notice) => notices.push(notice) })
    await send({ ...get, address: '/locked' })
    await send({ ...get, address: '/moved' })
    expect(notices).toEqual([
      { kind: 'region-locked', message: 'Not here', link: undefined },
      { kind: 'migrated', message: 'Moved', link: 'https://example.org/' },
    ])
  })

  it('rejects as Unreachable (network) when the connection is refused or breaks, and when a gateway returns 502', async () => {
    const closed = await startCorsServer(() => {})
    await closed.close()
    await using broken = await startCorsServer((request, response) =>
      request.url === '/502' ? response.writeHead(502).end('<html>') : response.destroy(),
    )
    for (const url of [closed.address, `${broken.address}/cut`, `${broken.address}/502`]) {
      expect(await failure(createSend({ base: url })({ ...get, address: '' }))).toMatchObject({
        name: 'Unreachable',
        kind: 'network',
      })
    }
  })

  it('sets the server as unreachable on 502 and 503, and as reachable on any other response', async () => {
    let status = 200
    await using server = await startCorsServer((_, response) => response.writeHead(status).end('{"status":0}'))
    const send = createSend({ base: server.address })
    const { result } = renderHook(useReachable)
    for (status of [503, 404, 502, 200]) {
      await act(async () => void (await send(get)))
      expect({ status, reached: result.current }).toEqual({ status, reached: status < 500 })
    }
  })

  it('rejects as Unreachable (timeout) when the response is missing or incomplete in time', async () => {
    await using server = await startCorsServer((request, response) => {
      if (request.url === '/half') response.write('{"status":')
    })
    const send = createSend({ base: server.address, timeout: 60 })
    for (const address of ['/never', '/half']) {
      const error = await failure(send({ ...get, address }))
      expect(error).toBeInstanceOf(Unreachable)
      expect(error).toMatchObject({ kind: 'timeout' })
    }
  })

  it('rejects a cancelled call as a network failure (A§8)', async () => {
    const cancel = new AbortController()
    await using server = await startCorsServer(() => cancel.abort())
    expect(await failure(createSend({ base: server.address })({ ...get, signal: cancel.signal }))).toMatchObject({
      kind: 'network',
    })
  })

  it('rejects with a ServerError and the request id when the response is not JSON', async () => {
    let id: unknown
    await using server = await startCorsServer((request, response) => {
      id = request.headers['x-request-id']
      response.end('<html>')
    })
    const error = await failure(createSend({ base: server.address })(get))
    expect(error).toBeInstanceOf(ServerError)
    expect(error).toMatchObject({ requestId: id })
  })
})
