import { describe, expect, it } from 'vitest'
import type { RouteSpec } from '#shared/contract.ts'
import { REGIONS, type Region, routeName, routesOf } from '#test/server/allRoutes.ts'
import { createFullAccount } from '#test/server/createFullAccount.ts'
import { createSample } from '#test/server/createSample.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

/** Routes that end every session or remove the account. They are not called. */
const SESSION_ENDING_ROUTES = new Set(['POST /auth/access-token-logout', 'DELETE /user/me', 'POST /auth/password/set'])

const HOSTILE: Readonly<Record<string, unknown>> = {
  NUL: 'a\0b',
  'an escaped NUL': String.raw`a\u0000b`,
  'half a character': 'a\ud800b',
  'ten kilobytes': 'x'.repeat(10_240),
  'marks upon marks': 'a\u0301\u0323'.repeat(3000),
  'a header': 'a\r\nSet-Cookie: x=1',
  'a path': '../../../../etc/passwd',
  SQL: `'; drop table account; --`,
  'a format': '%s%n%00%ff',
  'another direction': '\u202egnp.exe',
  nothing: null,
  'a number': 1e308,
  'a negative number': -1,
  'a list': [['a']],
  'an object': { constructor: { prototype: 1 }, name: { $ne: 1 } },
}

/** Sends each value in every field of every route of a build. Returns how often each status was returned; none is a 500. */
async function sendHostile(region: Region, values: readonly unknown[]): Promise<ReadonlyMap<number, number>> {
  await using server = await testServer({ settings: { TELEMETRY: 'on', REGION: region } })
  const { token, file } = await createFullAccount(server, 'anna')
  const failures: string[] = []
  const codes = new Map<number, number>()
  // Routes that delete come last, so that the recording exists for the other routes.
  const orderedRoutes = routesOf(region)
    .filter((route) => !SESSION_ENDING_ROUTES.has(routeName(route)))
    .toSorted((a, b) => deletesData(a) - deletesData(b))
  for (const spec of orderedRoutes)
    for (const call of values.flatMap((value) => callsWith(spec, value, file.id))) {
      const code = await sendCall(server, token, spec, call)
      codes.set(code, (codes.get(code) ?? 0) + 1)
      if (code >= 500) failures.push(`${routeName(spec)} ${call.field}: ${code}`)
    }
  expect(failures).toEqual([])
  return codes
}

describe('hostile input', () => {
  it.each(Object.entries(HOSTILE))('%s is accepted or gets a 4xx, never a 500', async (_name, value) => {
    const codes = await sendHostile('global', [value])
    expect(codes.get(200)).toBeGreaterThan(5)
    expect((codes.get(200) ?? 0) + (codes.get(422) ?? 0)).toBeGreaterThan(30)
    expect(codes.get(401) ?? 0).toBe(0)
  })

  it('is accepted or gets a 4xx in the build for China, too', async () => {
    const codes = await sendHostile('cn', Object.values(HOSTILE))
    expect(codes.get(401) ?? 0).toBe(0)
  })

  it.each(REGIONS)('in a body that is not an object, or that sets a prototype, gets a 4xx: %s', async (region) => {
    await using server = await testServer({ settings: { REGION: region } })
    const { token } = await server.user()
    const failures: string[] = []
    for (const spec of routesOf(region).filter(({ body }) => body)) {
      for (const payload of ['[]', '1', '"a"', 'null', '{', '{"__proto__":{"a":1}}', '['.repeat(5000)]) {
        const response = await server.server.app.inject({
          method: spec.method,
          url: `/api${fillPath(spec, {})}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload,
        })
        if (response.statusCode >= 500) failures.push(`${routeName(spec)} ${payload.slice(0, 10)}: ${response.statusCode}`)
      }
    }
    expect(failures).toEqual([])
  })
})

type Call = { field: string; params: object; query: object; body: unknown }

/** Returns one call per field of the route with that field set to `value`, and one whose body is a list. */
function callsWith(spec: RouteSpec, value: unknown, fileId: string): Call[] {
  const params = (spec.params ? createSample(spec.params) : {}) as Record<string, unknown>
  const valid = {
    params: 'id' in params && spec.path.startsWith('/file') ? { ...params, id: fileId } : params,
    query: (spec.query ? createSample(spec.query) : {}) as Record<string, unknown>,
    body: spec.body ? createSample(spec.body) : undefined,
  }
  const fields = typeof valid.body === 'object' && valid.body !== null ? Object.keys(valid.body) : []
  return [
    ...Object.keys(valid.params).map((field) => ({ ...valid, field, params: { ...valid.params, [field]: value } })),
    ...Object.keys(valid.query).map((field) => ({ ...valid, field, query: { ...valid.query, [field]: value } })),
    ...fields.map((field) => ({ ...valid, field, body: withField(valid.body, field, value) })),
  ]
}

const withField = (body: unknown, field: string, value: unknown): unknown =>
  Array.isArray(body) ? [value] : { ...(body as object), [field]: value }

async function sendCall(server: TestServer, token: string, spec: RouteSpec, { params, query, body }: Call): Promise<number> {
  const queryEntries = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const response = await server.server.app.inject({
    method: spec.method,
    url: `/api${fillPath(spec, params)}?${new URLSearchParams(queryEntries)}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body as object }),
  })
  return response.statusCode
}

const fillPath = (spec: RouteSpec, params: object): string =>
  spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name] ?? 'a').toWellFormed()),
  )

const deletesData = ({ method, path }: RouteSpec): number => (method === 'DELETE' || path.includes('trash') ? 1 : 0)
