import { describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { quietLog } from '#platform/log/log.ts'
import { setAuthenticator } from './caller.ts'
import { NotFound, TooManyRequests } from './errors.ts'
import { createHttpServer } from './createHttpServer.ts'
import { serve } from './serve.ts'

const contract = {
  greet: route({
    method: 'POST',
    path: '/greet/:name',
    access: 'public',
    summary: 'Returns a greeting',
    params: z.object({ name: z.string().check(z.maxLength(9)) }),
    query: z.object({ loud: z._default(z.stringbool(), false) }),
    body: z._default(z.object({ words: z.optional(z.string()) }), {}),
    reply: z.object({ data: z.object({ text: z.string() }) }),
    refusals: { rude: { status: -9, message: 'Greet_rude' } },
  }),
  whoami: route({
    method: 'GET',
    path: '/whoami',
    access: 'signed-in',
    summary: 'Who asks',
    reply: z.object({ id: z.string() }),
  }),
  leak: route({
    method: 'GET',
    path: '/leak',
    access: 'public',
    summary: 'Returns too much',
    reply: z.object({ name: z.string() }),
  }),
  secret: route({
    method: 'POST',
    path: '/secret',
    access: 'signed-in',
    summary: 'Keeps a secret',
    body: z.object({}),
    reply: z.object({}),
  }),
  wait: route({
    method: 'GET',
    path: '/wait',
    access: 'public',
    summary: 'Is called too often',
    reply: z.object({}),
    limits: [{ per: 'network', max: 1, within: 1 }],
  }),
}

async function createApp() {
  const http = await createHttpServer({ log: quietLog, checksReplies: true, version: '1' })
  setAuthenticator(http, async (token) => (token === 'anna' ? { userId: 'u1', sessionId: 's1' } : null))
  serve(http, 'greetings', contract, {
    greet: async ({ params, query, body, refuse }) => {
      if (params.name === 'troll') return refuse('rude')
      if (params.name === 'crash') throw new Error('the password is hunter2')
      const text = `${body.words ?? 'hello'} ${params.name}`
      return { data: { text: query.loud ? text.toUpperCase() : text } }
    },
    whoami: async ({ caller }) => ({ id: caller.userId }),
    secret: async () => ({}),
    leak: async () => ({ name: 'x', password_hash: 'y' }) as { name: string },
    wait: async () => {
      throw new TooManyRequests(30)
    },
  })
  return http
}

describe('the response envelope (A§7)', () => {
  it('has status 0, msg "success", a request id, and the reply beside them', async () => {
    const response = await (
      await createApp()
    ).inject({ method: 'POST', url: '/greet/lena?loud=1&r=0.5', payload: { words: 'hi', r: 1 } })
    expect(response.json()).toEqual({
      status: 0,
      msg: 'success',
      request_id: response.headers['x-request-id'],
      data: { text: 'HI LENA' },
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it('is HTTP 200 with the negative status of a refusal', async () => {
    const response = await (await createApp()).inject({ method: 'POST', url: '/greet/troll', payload: {} })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ status: -9, msg: 'Greet_rude' })
  })

  it.each([undefined, ''])('accepts a missing body when everything in it is optional (%j)', async (payload) => {
    const headers = { 'content-type': 'application/json;charset=UTF-8' }
    const response = await (
      await createApp()
    ).inject({ method: 'POST', url: '/greet/lena', headers, ...(payload !== undefined && { payload }) })
    expect(response.json()).toMatchObject({ status: 0, data: { text: 'hello lena' } })
  })
})

describe('a client without a session', () => {
  it('is rejected before its body is read', async () => {
    const payload = `"${'x'.repeat(1024 * 1024)}`
    const headers = { 'content-type': 'application/json' }
    const response = await (await createApp()).inject({ method: 'POST', url: '/secret', headers, payload })
    expect(response.statusCode).toBe(401)
  })

  it('gets 413 for a large body', async () => {
    const payload = { words: 'x'.repeat(100_000) }
    expect((await (await createApp()).inject({ method: 'POST', url: '/greet/lena', payload })).statusCode).toBe(413)
  })
})

describe('failures', () => {
  it('returns 400 in the envelope for a malformed URL', async () => {
    const response = await (await createApp()).inject({ method: 'GET', url: '/%E0%A4%A' })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ status: -400 })
  })

  it('hides the message of an internal error behind a request id', async () => {
    const response = await (await createApp()).inject({ method: 'POST', url: '/greet/crash', payload: {} })
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('hunter2')
    expect(response.json()).toMatchObject({ status: -500, request_id: response.headers['x-request-id'] })
  })

  it('returns 422 with the field of an invalid request', async () => {
    const response = await (await createApp()).inject({ method: 'POST', url: '/greet/nebuchadnezzar', payload: {} })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ status: -422, field: 'params.name' })
  })

  it('refuses NUL in any text, because the database cannot store it', async () => {
    const response = await (await createApp()).inject({ method: 'POST', url: '/greet/lena', payload: { words: 'a\u0000b' } })
    expect(response.statusCode).toBe(422)
  })

  it('returns 400 for invalid JSON', async () => {
    const headers = { 'content-type': 'application/json' }
    const response = await (await createApp()).inject({ method: 'POST', url: '/greet/lena', headers, payload: '{' })
    expect(response.statusCode).toBe(400)
  })

  it.each([
    '{"__proto__": {"admin": true}}',
    '{"words": "hi", "__proto__": null}',
    '{"constructor": null}',
    '{"constructor": {"prototype": {"admin": true}}}',
    '{"deep": [{"constructor": "x"}]}',
    String.raw`{"\u005f_proto__": {"admin": true}}`,
    String.raw`{"c\u006Fnstructor": 1}`,
  ])('refuses keys that would change a prototype: %s', async (payload) => {
    const headers = { 'content-type': 'application/json' }
    const response = await (await createApp()).inject({ method: 'POST', url: '/greet/lena', headers, payload })
    expect([response.statusCode, response.json()]).toMatchObject([
      422,
      { field: 'body', msg: 'the keys __proto__ and constructor are not allowed' },
    ])
    expect('admin' in {}).toBe(false)
  })

  it('accepts the names of these keys in values', async () => {
    const payload = { words: 'a constructor, __proto__ and \u00e9' }
    expect((await (await createApp()).inject({ method: 'POST', url: '/greet/lena', payload })).statusCode).toBe(200)
  })

  it('authenticates before anything else: 401', async () => {
    const http = await createApp()
    expect((await http.inject({ url: '/whoami' })).json()).toMatchObject({ status: -401, detail: 'Not authenticated' })
    const wrong = await http.inject({ url: '/whoami', headers: { authorization: 'Bearer eve' } })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toMatchObject({ detail: 'token invalid or expired' })
    expect((await http.inject({ url: '/whoami', headers: { authorization: 'bearer anna' } })).json()).toMatchObject({ id: 'u1' })
  })

  it('returns 404 in the envelope for an unknown path', async () => {
    const response = await (await createApp()).inject({ url: '/nothing/here' })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ status: -404 })
  })

  it('returns 429 with the seconds to wait', async () => {
    const response = await (await createApp()).inject({ url: '/wait' })
    expect(response.statusCode).toBe(429)
    expect(response.headers['retry-after']).toBe('30')
  })

  it('returns 500 for a reply with a field that the contract does not name', async () => {
    expect((await (await createApp()).inject({ url: '/leak' })).statusCode).toBe(500)
  })
})

describe('a status the contract does not name', () => {
  it('becomes a 500 outside production, so that tests find what is missing from the document', async () => {
    const response = async (checksReplies: boolean) => {
      const http = await createHttpServer({ log: quietLog, checksReplies, version: '1' })
      serve(http, 'greetings', { whoami: { ...contract.whoami, access: 'public' } } as const, {
        whoami: async () => {
          throw new NotFound()
        },
      })
      return (await http.inject({ url: '/whoami' })).statusCode
    }
    expect([await response(true), await response(false)]).toEqual([500, 404])
  })
})

describe('headers', () => {
  it('allow no inline scripts, no frames and no code from other origins', async () => {
    const { headers } = await (await createApp()).inject({ url: '/whoami' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval'(;|$)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  it('allow pages of other origins to call with a bearer token and to read ETag, without cookies', async () => {
    const response = await (
      await createApp()
    ).inject({
      method: 'OPTIONS',
      url: '/whoami',
      headers: { origin: 'https://x.example', 'access-control-request-headers': 'authorization' },
    })
    expect(response.statusCode).toBe(204)
    expect(response.headers['access-control-allow-origin']).toBe('*')
    expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    expect(response.headers['access-control-expose-headers']).toContain('ETag')
  })
})

describe('the OpenAPI document', () => {
  it('lists every route with its parameters, body and security', async () => {
    const http = await createApp()
    await http.ready()
    const { paths } = http.swagger() as {
      paths: Record<string, Record<string, { parameters?: unknown[]; requestBody?: unknown; security?: unknown[] }>>
    }
    expect(Object.keys(paths).sort()).toEqual(['/greet/{name}', '/leak', '/secret', '/wait', '/whoami'])
    expect(paths['/greet/{name}']?.['post']?.parameters).toHaveLength(2)
    expect(paths['/greet/{name}']?.['post']?.requestBody).toMatchObject({ required: false })
    expect(paths['/secret']?.['post']?.requestBody).toMatchObject({ required: true })
    expect(paths['/whoami']?.['get']?.security).toEqual([{ bearer: [] }])
  })
})
