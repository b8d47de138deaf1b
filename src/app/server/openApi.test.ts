import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { READ_ONLY, type RouteSpec } from '#shared/contract.ts'
import { MiB } from '#shared/units.ts'
import { allRoutes, REGIONS, routeName, routesOf } from '#test/server/allRoutes.ts'
import { createFullAccount } from '#test/server/createFullAccount.ts'
import { createSample } from '#test/server/createSample.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

type Schema = { anyOf?: Schema[]; properties?: Record<string, { enum?: number[] }>; required?: string[] }
type Response = { $ref?: string; content?: Record<string, { schema: Schema }> }
type Operation = { operationId: string; responses: Record<string, Response>; security: unknown[] }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { responses: Record<string, { headers: object }>; schemas: object }
}

const routes = allRoutes.map(({ spec }) => spec)
let document: Document

beforeAll(async () => {
  const [first, ...others] = await Promise.all(REGIONS.map(readDocument))
  document = { ...first!, paths: Object.assign({}, ...[first!, ...others].map(({ paths }) => paths)) as Document['paths'] }
})

async function readDocument(region: string): Promise<Document> {
  await using server = await testServer({ settings: { REGION: region } })
  return (await (await fetch(`${server.url}/api/openapi.json`)).json()) as Document
}

const operationOf = ({ method, path }: RouteSpec): Operation => {
  const operation = document.paths[`/api${path.replace(/:(\w+)/g, '{$1}')}`]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not in the document`)
  return operation
}
const statusesOf = (spec: RouteSpec): number[] => Object.keys(operationOf(spec).responses).map(Number)
const responseSchemas = (spec: RouteSpec): Schema[] => {
  const schema = operationOf(spec).responses['200']?.content?.['application/json']?.schema ?? {}
  return schema.anyOf ?? [schema]
}

describe('the OpenAPI document', () => {
  it('is created once, and sent only to clients that do not have it yet', async () => {
    await using server = await testServer()
    const url = `${server.url}/api/openapi.json`
    const [first, second] = [await fetch(url), await fetch(url)]
    const etag = first.headers.get('etag') ?? ''
    expect([etag.length > 10, second.headers.get('etag'), await second.text()]).toEqual([true, etag, await first.text()])
    const known = await fetch(url, { headers: { 'if-none-match': etag } })
    expect([known.status, await known.text()]).toEqual([304, ''])
    expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  it('is compressed for clients that accept it', async () => {
    await using server = await testServer()
    const read = (encoding: string) => fetch(`${server.url}/api/openapi.json`, { headers: { 'accept-encoding': encoding } })
    const [compressed, plain] = [await read('br, gzip;q=0.5'), await read('identity')]
    expect([compressed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null])
    expect(await compressed.text()).toBe(await plain.text())
  })

  it('is printed by `npm run openapi` for all contracts', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'dev/openapi.ts'], {
      maxBuffer: 64 * MiB,
    })
    const printed = Object.keys((JSON.parse(stdout) as Document).paths)
    const served = routes.map(({ path }) => `/api${path.replace(/:(\w+)/g, '{$1}')}`)
    expect(printed).toEqual(expect.arrayContaining(served))
  })

  it('gives each operation a unique id and resolves every reference', () => {
    const names = Object.values(document.paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
    expect(names.length).toBeGreaterThan(routes.length)
    expect(new Set(names).size).toBe(names.length)
    const text = JSON.stringify(document)
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      expect(document.components).toHaveProperty([kind!, name!])
    }
  })

  it.each(routes.map((spec) => [routeName(spec), spec] as const))(
    '%s: has the envelope and each refusal by its status (A§7, A§8)',
    (_, spec) => {
      const [success, ...refused] = responseSchemas(spec)
      expect(success?.required).toEqual(expect.arrayContaining(['status', 'msg', 'request_id']))
      const declaredStatuses = refused.map(({ properties }) => properties?.['status']?.enum?.[0])
      const movedStatus = spec.path.startsWith('/config/') ? [] : [-9999]
      const readOnly = spec.method === 'GET' ? [] : [READ_ONLY.status]
      expect(declaredStatuses).toEqual([
        ...Object.values(spec.refusals ?? {}).map(({ status }) => status),
        ...readOnly,
        ...movedStatus,
      ])
    },
  )

  it('describes what each route declares: token, limits, missing objects', () => {
    for (const spec of routes) {
      const statuses = statusesOf(spec)
      expect(statuses).toEqual(expect.arrayContaining([200, 422, 429, 500, 503]))
      expect(statuses.includes(403)).toBe(!spec.path.startsWith('/config/'))
      const isSignedIn = spec.access === 'signed-in'
      expect(statuses.includes(401)).toBe(isSignedIn || spec.method !== 'GET')
      expect(statuses.includes(404)).toBe(spec.params !== undefined || spec.mayNotExist === true)
      expect(operationOf(spec).security).toEqual(spec.access === 'signed-in' ? [{ bearer: [] }] : [])
    }
    expect(document.components.responses['Status429']?.headers).toHaveProperty('retry-after')
  })

  it.each([
    ['/blob/part/{uploadId}/{number}', 'put', [200, 403, 409, 413, 507]],
    ['/blob/object/{path}', 'get', [200, 206, 304, 307, 403, 404, 416]],
    ['/api/live', 'get', [200, 401, 429]],
    ['/api/file/upload', 'post', [200, 401, 413, 415, 422, 429]],
    ['/api/user/me/export/archive', 'get', [200, 403, 404, 429]],
    ['/api/file/export/download', 'get', [200, 403, 404, 429]],
    ['/api/file/{id}/export/{format}', 'get', [200, 401, 404, 422, 429]],
    ['/api/file/recording/{recording_id}/piece/{number}', 'put', [200, 401, 409, 410, 413, 422, 429, 507]],
  ])('describes %s, which transfers bytes, with its statuses', (path, method, statuses) => {
    const operation = document.paths[path]?.[method]
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual(expect.arrayContaining(statuses))
  })
})

/** Routes that end the session or the account, so they are called last. */
const SESSION_ENDING_ROUTES = new Set(['POST /auth/access-token-logout', 'DELETE /user/me', 'POST /auth/password/set'])

type TestCall = { name: string; spec: RouteSpec; params?: object; headers?: Record<string, string>; payload?: string }

async function callStatus(server: TestServer, { spec, params, headers = {}, payload }: TestCall): Promise<number> {
  const sample = { ...(spec.params ? (createSample(spec.params) as object) : {}), ...params } as Record<string, unknown>
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(sample[name] ?? 'a')))
  const query = new URLSearchParams((spec.query ? createSample(spec.query) : {}) as Record<string, string>)
  const answer = await server.server.app.inject({
    method: spec.method,
    url: `/api${path}?${query}`,
    headers,
    ...(payload !== undefined && { payload }),
  })
  return answer.statusCode
}

describe('the status of a response', () => {
  it.each(REGIONS)('is documented for every kind of call: %s', async (region) => {
    await using server = await testServer({ settings: { TELEMETRY: 'on', REGION: region } })
    const { token } = await createFullAccount(server, 'anna')
    const authorization = `Bearer ${token}`
    const json = { authorization, 'content-type': 'application/json' }
    const unexpected: string[] = []
    const seenStatuses = new Set<number>()
    for (const spec of routesOf(region).toSorted(
      (a, b) => Number(SESSION_ENDING_ROUTES.has(routeName(a))) - Number(SESSION_ENDING_ROUTES.has(routeName(b))),
    )) {
      const body = JSON.stringify(spec.body ? (createSample(spec.body) ?? {}) : {})
      const longParams = Object.fromEntries(Object.keys(spec.params?.shape ?? {}).map((name) => [name, 'x'.repeat(500)]))
      const calls: Omit<TestCall, 'spec'>[] = [
        { name: 'without a token' },
        { name: 'with a token that is none', headers: { authorization: 'Bearer unknown' } },
        { name: 'with a key that cannot be opened', headers: { authorization, 'x-encrypt-response': 'v1.a.b' } },
        { name: 'with a parameter that is too long', headers: { authorization }, params: longParams },
        ...(spec.method === 'GET'
          ? [{ name: 'as it should be', headers: { authorization } }]
          : [
              { name: 'with a body that is no JSON', headers: json, payload: '{' },
              { name: 'with a key that names a prototype', headers: json, payload: '{"__proto__":{}}' },
              { name: 'with XML', headers: { authorization, 'content-type': 'application/xml' }, payload: '<a/>' },
              { name: 'with too much', headers: json, payload: `"${'x'.repeat(17 * 1024 * 1024)}"` },
              { name: 'with a list', headers: json, payload: '[]' },
              { name: 'as it should be', headers: json, payload: body },
            ]),
      ]
      for (const call of calls) {
        const status = await callStatus(server, { ...call, spec })
        seenStatuses.add(status)
        if (!statusesOf(spec).includes(status) || status >= 500) unexpected.push(`${routeName(spec)} ${call.name}: ${status}`)
      }
    }
    expect(unexpected).toEqual([])
    expect([...seenStatuses]).toEqual(
      expect.arrayContaining([200, 400, 401, 404, 413, 415, 422, ...(region === 'cn' ? [] : [429])]),
    )
  })
})
