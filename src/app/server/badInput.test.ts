import { describe, expect, it } from 'vitest'
import type { RouteSpec } from '#kit/contract.ts'
import { everyRoute, nameOf } from '#test/world/everyRoute.ts'
import { fullAccount } from '#test/world/fullAccount.ts'
import { sampleOf } from '#test/world/sampleOf.ts'
import { type World, world } from '#test/world/world.ts'

const routes = everyRoute.map(({ spec }) => spec)

/** Routes that end every session or remove the account. They are not called. */
const ENDS = new Set(['POST /auth/access-token-logout', 'DELETE /user/me', 'POST /auth/password/set'])

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

describe('hostile input', () => {
  it.each(Object.entries(HOSTILE))('%s gets a response or a 4xx, never a 500', async (_name, value) => {
    await using w = await world({ settings: { TELEMETRY: 'on' } })
    const { token, file } = await fullAccount(w, 'anna')
    const wrong: string[] = []
    const codes = new Map<number, number>()
    // Routes that delete come last, so that the recording exists for all others.
    const inOrder = everyRoute
      .map(({ spec }) => spec)
      .filter((route) => !ENDS.has(nameOf(route)))
      .toSorted((a, b) => deletes(a) - deletes(b))
    for (const spec of inOrder) {
      for (const call of callsWith(spec, value, file.id)) {
        const code = await ask(w, token, spec, call)
        codes.set(code, (codes.get(code) ?? 0) + 1)
        if (code >= 500) wrong.push(`${nameOf(spec)} ${call.field}: ${code}`)
      }
    }
    expect(wrong).toEqual([])
    expect(codes.get(200)).toBeGreaterThan(5)
    expect((codes.get(200) ?? 0) + (codes.get(422) ?? 0)).toBeGreaterThan(30)
    expect(codes.get(401) ?? 0).toBe(0)
  })

  it('in a body that is no object, or names a prototype, gets a 4xx', async () => {
    await using w = await world()
    const { token } = await w.as()
    const wrong: string[] = []
    for (const spec of routes.filter(({ body }) => body)) {
      for (const payload of ['[]', '1', '"a"', 'null', '{', '{"__proto__":{"a":1}}', '['.repeat(5000)]) {
        const answer = await w.server.app.inject({
          method: spec.method,
          url: `/api${filled(spec, {})}`,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          payload,
        })
        if (answer.statusCode >= 500) wrong.push(`${nameOf(spec)} ${payload.slice(0, 10)}: ${answer.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
  })
})

type Call = { field: string; params: object; query: object; body: unknown }

/** Returns one call for every field of the route with that field set to `value`, and one for a body that is a list. */
function callsWith(spec: RouteSpec, value: unknown, fileId: string): Call[] {
  const params = (spec.params ? sampleOf(spec.params) : {}) as Record<string, unknown>
  const plain = {
    params: 'id' in params && spec.path.startsWith('/file') ? { ...params, id: fileId } : params,
    query: (spec.query ? sampleOf(spec.query) : {}) as Record<string, unknown>,
    body: spec.body ? sampleOf(spec.body) : undefined,
  }
  const fields = typeof plain.body === 'object' && plain.body !== null ? Object.keys(plain.body) : []
  return [
    ...Object.keys(plain.params).map((field) => ({ ...plain, field, params: { ...plain.params, [field]: value } })),
    ...Object.keys(plain.query).map((field) => ({ ...plain, field, query: { ...plain.query, [field]: value } })),
    ...fields.map((field) => ({ ...plain, field, body: withField(plain.body, field, value) })),
  ]
}

const withField = (body: unknown, field: string, value: unknown): unknown =>
  Array.isArray(body) ? [value] : { ...(body as object), [field]: value }

async function ask(w: World, token: string, spec: RouteSpec, { params, query, body }: Call): Promise<number> {
  const words = Object.entries(query).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  const answer = await w.server.app.inject({
    method: spec.method,
    url: `/api${filled(spec, params)}?${new URLSearchParams(words)}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { payload: body as object }),
  })
  return answer.statusCode
}

const filled = (spec: RouteSpec, params: object): string =>
  spec.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name] ?? 'a').toWellFormed()),
  )

const deletes = ({ method, path }: RouteSpec): number => (method === 'DELETE' || path.includes('trash') ? 1 : 0)
