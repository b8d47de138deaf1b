import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { BytesRouteSpec } from '#shared/bytesRoute.ts'
import { allBytesRoutes } from '#test/server/allBytesRoutes.ts'
import { routeName } from '#test/server/allRoutes.ts'
import { createFullAccount } from '#test/server/createFullAccount.ts'
import { createSample } from '#test/server/createSample.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

type Route = (typeof allBytesRoutes)[number]
type Values = Record<string, string>
type Call = { params?: Values; query?: Values; headers?: Values; payload?: Buffer | string; token?: string | undefined }
type Operation = { parameters: { in: string; name: string }[]; responses: object; requestBody?: object }

/** Streams do not end by themselves. */
const STREAMING = 'GET /live'
const cases = allBytesRoutes.map((route) => [routeName(route.spec), route] as const)
const signedIn = cases.filter(([, { spec }]) => spec.access === 'signed-in')
const signed = cases.filter(([, { spec }]) => spec.access === 'signed-link')

const HOSTILE = ['a\0b', '%00', 'x'.repeat(3000), `${'../'.repeat(4)}etc/passwd`, `'; drop table account; --`, '-1', '1e308', '']

const sampleOf = (schema: BytesRouteSpec['params']): Values =>
  schema ? Object.fromEntries(Object.entries(createSample(schema) as object).map(([name, value]) => [name, String(value)])) : {}

async function send(server: TestServer, { spec, prefix }: Route, call: Call = {}) {
  const params = { ...sampleOf(spec.params), ...call.params }
  const query = new URLSearchParams({ ...sampleOf(spec.query), ...call.query })
  const path = spec.path.replace(/:(\w+)|\*/g, (match, name: string) => encodeURIComponent(params[name ?? match] ?? 'a'))
  return server.server.app.inject({
    method: spec.method,
    url: `${prefix}${path}?${query}`,
    headers: {
      ...(spec.takes && { 'content-type': spec.takes.type }),
      ...(spec.headers && { 'x-piece-md5': createHash('md5').update('a').digest('hex'), 'x-piece-duration': '1' }),
      ...(call.token && { authorization: `Bearer ${call.token}` }),
      ...call.headers,
    },
    ...(spec.takes && { payload: call.payload ?? 'a' }),
  })
}

describe('a route that takes or sends bytes', () => {
  let server: TestServer
  let token: string
  let fileId: string
  let otherToken: string
  const documented = new Map<string, Operation>()

  beforeAll(async () => {
    server = await testServer({ dedicated: true, settings: { CALLS_PER_MINUTE: '0' } })
    const owner = await createFullAccount(server, 'anna')
    token = owner.token
    fileId = owner.file.id
    otherToken = (await server.user('ben')).token
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, Record<string, Operation>>
    }
    for (const { spec, prefix } of allBytesRoutes) {
      const path = `${prefix}${spec.path.replace(/:(\w+)/g, '{$1}').replace('*', '{path}')}`
      documented.set(routeName(spec), document.paths[path]![spec.method.toLowerCase()]!)
    }
    return () => server[Symbol.asyncDispose]()
  })

  it.each(cases)('%s: is documented from its contract', (name, { spec }) => {
    const operation = documented.get(name)!
    const named = Object.keys({ ...spec.params?.shape, ...spec.query?.shape, ...spec.headers?.shape }).length
    expect(operation.parameters).toHaveLength(named + (spec.sends.hasRanges ? 1 : 0))
    expect(operation.requestBody !== undefined).toBe(spec.takes !== undefined)
    const statuses = Object.values(spec.refusals ?? {}).map(({ httpStatus }) => String(httpStatus))
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', '429', '500', '503', ...statuses]))
  })

  it.each(signedIn)('%s: returns 401 without a valid token, before it reads a body', async (_, route) => {
    const tooLarge = Buffer.alloc((route.spec.takes?.maxBytes ?? 0) + 1)
    for (const each of [undefined, 'unknown']) {
      const response = await send(server, route, { token: each, payload: tooLarge })
      expect(response.statusCode).toBe(401)
    }
  })

  it.each(signed)('%s: returns 403 for a link that is not signed, or lacks a part', async (_, route) => {
    const changes: Values[] = [{}, { expires: '9'.repeat(15) }, { sig: 'x'.repeat(64) }, { expires: 'never' }]
    for (const query of changes) {
      const response = await send(server, route, { query })
      expect([response.statusCode, response.json()]).toMatchObject([403, { status: -403, msg: expect.any(String) }])
    }
  })

  it.each(cases.filter(([name]) => name !== STREAMING))('%s: hostile input gets a documented 4xx', async (name, route) => {
    const { params, query, headers } = route.spec
    for (const value of HOSTILE) {
      const calls: Call[] = [
        ...Object.keys(params?.shape ?? {}).map((field) => ({ params: { [field]: value } })),
        ...Object.keys(query?.shape ?? {}).map((field) => ({ query: { [field]: value } })),
        ...(value.includes('\0') ? [] : Object.keys(headers?.shape ?? {}).map((field) => ({ headers: { [field]: value } }))),
      ]
      for (const call of calls) {
        const { statusCode } = await send(server, route, { ...call, token })
        expect(statusCode, JSON.stringify(call)).toBeLessThan(500)
        expect(Object.keys(documented.get(name)!.responses), JSON.stringify(call)).toContain(String(statusCode))
      }
    }
  })

  it.each(cases.filter(([, { spec }]) => spec.takes?.maxBytes))('%s: takes its type up to its maximum', async (_, route) => {
    const { maxBytes = 0 } = route.spec.takes ?? {}
    const large = await send(server, route, { token, payload: Buffer.alloc(maxBytes + 1) })
    const other = await send(server, route, { token, headers: { 'content-type': 'application/json' }, payload: '{}' })
    expect([large.statusCode, other.statusCode]).toEqual([413, 415])
  })

  it.each(signedIn.filter(([, { spec }]) => spec.params))('%s: another account gets 404', async (_, route) => {
    const { recorder } = await server.user('anna')
    const [recording] = (await recorder.unfinished({})).data.list
    const params = { id: fileId, recording_id: recording?.recording_id ?? '' }
    const payload = Buffer.from([0xff, 0xfb])
    const headers = { 'x-piece-md5': createHash('md5').update(payload).digest('hex') }
    const call = route.spec.takes ? { params, payload, headers } : { params }
    expect((await send(server, route, { ...call, token: otherToken })).statusCode).toBe(404)
    expect((await send(server, route, { ...call, token })).statusCode).not.toBe(404)
  })
})
