import { describe, expect, it } from 'vitest'
import type { RouteSpec } from '#kit/contract.ts'
import { executeSql } from '#platform/db/db.ts'
import { everyRoute, nameOf } from '#test/world/everyRoute.ts'
import { sampleOf } from '#test/world/sampleOf.ts'
import { fullAccount } from '#test/world/fullAccount.ts'
import { type World, world } from '#test/world/world.ts'

/**
 * All routes for signed-in users. DELETE comes before POST because the second account may create objects of its own under the
 * same ids.
 */
const routes = everyRoute
  .map(({ spec }) => spec)
  .filter(({ access }) => access === 'signed-in')
  .toSorted((a, b) => Number(b.method === 'DELETE') - Number(a.method === 'DELETE'))

/** Names of fields that identify one object of a user. */
const MEANS_ONE_THING = /(^|_)ids?(_list)?$|^sn$|^object_name$/

/** Calls that may succeed with any id, because they store it as an opaque value of the caller. */
const OPAQUE = new Set(['POST /device/bind sn', 'POST /file/recording recording_id'])

describe('a second account', () => {
  it('gets 404 or a refusal for every id of the first account on every route, and changes nothing of it', async () => {
    await using w = await world({ signUp: 'invite', settings: { CALLS_PER_MINUTE: '0' } })
    const anna = await fullAccount(w, 'anna')
    const ben = await w.as('ben')
    const ids = await idsOf(w, anna.id)
    const before = await rowsOf(w, anna.id)
    expect(ids.length).toBeGreaterThan(12)
    const wrong: string[] = []
    const lines: string[] = []
    for (const spec of routes) {
      const answers = new Map<string, number>()
      for (const call of callsWith(spec, ids)) {
        const { code, body } = await ask(w, ben, call)
        const said = code === 200 ? `status ${body.status}` : String(code)
        answers.set(said, (answers.get(said) ?? 0) + 1)
        const succeeded = code === 200 && Number(body.status) >= 0
        if (call.where === 'params' ? ![404, 422].includes(code) : succeeded && mustFail(spec, call.field)) {
          wrong.push(`${nameOf(spec)} ${call.where}.${call.field}=${call.id}: ${said}`)
        }
        const told = JSON.stringify(body).replaceAll(call.id, '')
        if (anna.marks.some((mark) => told.includes(mark))) wrong.push(`${nameOf(spec)} tells something of hers`)
      }
      if ((await rowsOf(w, anna.id)) !== before) wrong.push(`${nameOf(spec)} changed something of hers`)
      if (answers.size > 0)
        lines.push(`${nameOf(spec).padEnd(48)} ${[...answers].map(([said, n]) => `${said} x${n}`).join(', ')}`)
    }
    console.log(`what a second account gets on the first's ids\n${lines.join('\n')}`)
    expect(wrong).toEqual([])
  })
})

type Call = { spec: RouteSpec; where: 'params' | 'query' | 'body'; field: string; id: string; asked: Asked }
type Asked = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

/** Returns one call for every text field of the route and every id. */
function callsWith(spec: RouteSpec, ids: readonly string[]): Call[] {
  const plain = () => ({
    params: spec.params ? (sampleOf(spec.params) as Record<string, unknown>) : {},
    query: spec.query ? (sampleOf(spec.query) as Record<string, unknown>) : {},
    body: spec.body ? sampleOf(spec.body) : undefined,
  })
  const asked = plain()
  for (const part of ['params', 'query', 'body'] as const) {
    const { error } = spec[part]?.safeParse(asked[part]) ?? {}
    if (error) throw new Error(`sampleOf knows no ${part} for ${nameOf(spec)}: ${error.message}`)
  }
  const places = [
    ...wordsIn(asked.params).map((field) => ({ where: 'params' as const, field })),
    ...wordsIn(asked.query).map((field) => ({ where: 'query' as const, field })),
    ...wordsIn(asked.body).map((field) => ({ where: 'body' as const, field })),
  ]
  return places.flatMap(({ where, field }) =>
    ids.map((id) => {
      const call = plain()
      if (where === 'body') call.body = withWord(call.body, field, id)
      else call[where][field] = id
      return { spec, where, field, id, asked: call }
    }),
  )
}

/** Returns the fields with a string or a list of strings; `[]` stands for a body that is a list itself. */
function wordsIn(value: unknown): string[] {
  if (Array.isArray(value)) return typeof value[0] === 'string' ? ['[]'] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(([, held]) => typeof held === 'string' || (Array.isArray(held) && typeof held[0] === 'string'))
    .map(([name]) => name)
}

function withWord(body: unknown, field: string, id: string): unknown {
  if (field === '[]') return [id]
  const fields = body as Record<string, unknown>
  return { ...fields, [field]: Array.isArray(fields[field]) ? [id] : id }
}

const mustFail = (spec: RouteSpec, field: string): boolean =>
  (field === '[]' || MEANS_ONE_THING.test(field)) && !OPAQUE.has(`${nameOf(spec)} ${field}`)

async function ask(w: World, user: { token: string; email: string; account: unknown }, { spec, asked }: Call) {
  // A call that is rejected by a rate limit would prove nothing.
  await executeSql(w.ground.db, 'delete from rate_limit')
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(asked.params[name])))
  const query = new URLSearchParams(Object.entries(asked.query).map(([name, value]) => [name, String(value)]))
  const answer = await w.server.app.inject({
    method: spec.method,
    url: `/api${path}?${query}`,
    headers: { authorization: `Bearer ${user.token}` },
    ...(asked.body !== undefined && { payload: asked.body as object }),
  })
  // A call may have ended the session of the second account.
  if (answer.statusCode === 401) throw new Error(`${nameOf(spec)} ended the second account's session`)
  return { code: answer.statusCode, body: answer.json<{ status: number }>() }
}

const USER_TABLES = `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'user_id' order by 1`

/** Returns all rows of a user as text, without `last_seen_at`, which every call changes. */
async function rowsOf(w: World, userId: string): Promise<string> {
  const { rows: tables } = await executeSql<{ name: string }>(w.ground.db, USER_TABLES)
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await executeSql<{ row: string }>(
      w.ground.db,
      `select (to_jsonb(t) - 'last_seen_at')::text as row from ${name} t where user_id = $1 order by 1`,
      [userId],
    )
    parts.push(name, ...rows.map(({ row }) => row))
  }
  return parts.join('\n')
}

/** Returns all ids of a user's objects, found by the names of their columns. */
async function idsOf(w: World, userId: string): Promise<string[]> {
  const ids = new Set<string>()
  for (const line of (await rowsOf(w, userId)).split('\n').filter((text) => text.startsWith('{'))) {
    for (const [column, value] of Object.entries(JSON.parse(line) as Record<string, unknown>)) {
      if (typeof value === 'string' && (MEANS_ONE_THING.test(column) || column === 'blob_key')) ids.add(value)
    }
  }
  return [...ids]
}
