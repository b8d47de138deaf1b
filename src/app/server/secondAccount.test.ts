import { describe, expect, it } from 'vitest'
import type { RouteSpec } from '#shared/contract.ts'
import { minutes } from '#shared/units.ts'
import { executeSql } from '#platform/db/db.ts'
import { REGIONS, type Region, routeName, routesOf } from '#test/server/allRoutes.ts'
import { createSample } from '#test/server/createSample.ts'
import { createFullAccount } from '#test/server/createFullAccount.ts'
import { SANDBOX_SETTINGS } from '#test/server/openBilling.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'

/** Thousands of sequential calls, which take a minute on an idle machine. */
const TIMEOUT = minutes(4)

/** All routes for signed-in users. DELETE comes before POST because the second account may create objects with the same ids. */
const signedInRoutes = (region: Region) =>
  routesOf(region)
    .filter(({ access }) => access === 'signed-in')
    .toSorted((a, b) => Number(b.method === 'DELETE') - Number(a.method === 'DELETE'))

/** Names of fields that identify an object of a user. */
const ID_FIELD = /(^|_)ids?(_list)?$|^sn$|^object_name$/

/** Calls that may succeed with any id, because they store it as an opaque value. */
const OPAQUE_FIELDS = new Set(['POST /device/bind sn', 'POST /file/recording recording_id'])

describe('a second account', () => {
  it.each(REGIONS)(
    'gets 404 or a refusal for every id of the first account on every route, and changes nothing of it: %s',
    async (region) => {
      const settings = { CALLS_PER_MINUTE: '0', REGION: region, ...SANDBOX_SETTINGS }
      await using server = await testServer({ signUp: 'invite', settings })
      const owner = await createFullAccount(server, 'anna')
      const otherUser = await server.user('ben')
      const ids = await readIds(server, owner.id)
      const before = await readRows(server, owner.id)
      expect(ids.length).toBeGreaterThan(12)
      const violations: string[] = []
      const summaryLines: string[] = []
      for (const spec of signedInRoutes(region)) {
        const outcomes = new Map<string, number>()
        const check = async (call: Call): Promise<void> => {
          const { code, body } = await sendCall(server, otherUser, call)
          const outcome = code === 200 ? `status ${body.status}` : String(code)
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          const succeeded = code === 200 && Number(body.status) >= 0
          if (call.where === 'params' ? ![404, 422].includes(code) : succeeded && mustFail(spec, call.field)) {
            violations.push(`${routeName(spec)} ${call.where}.${call.field}=${call.id}: ${outcome}`)
          }
          const responseText = JSON.stringify(body).replaceAll(call.id, '')
          if (owner.markers.some((privateText) => responseText.includes(privateText)))
            violations.push(`${routeName(spec)} returns data of the first account`)
        }
        const calls = callsWith(spec, ids)
        for (let first = 0; first < calls.length; first += AT_ONCE)
          await Promise.all(calls.slice(first, first + AT_ONCE).map(check))
        if ((await readRows(server, owner.id)) !== before) violations.push(`${routeName(spec)} changed data of the first account`)
        if (outcomes.size > 0)
          summaryLines.push(`${routeName(spec).padEnd(48)} ${[...outcomes].map(([outcome, n]) => `${outcome} x${n}`).join(', ')}`)
      }
      console.log(`what a second account gets on the first's ids\n${summaryLines.join('\n')}`)
      expect(violations).toEqual([])
    },
    TIMEOUT,
  )
})

/** Number of concurrent calls, so that both server and database are busy. */
const AT_ONCE = 16

type Call = { spec: RouteSpec; where: 'params' | 'query' | 'body'; field: string; id: string; input: CallInput }
type CallInput = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown }

/** Returns one call for each text field of the route and each id. */
function callsWith(spec: RouteSpec, ids: readonly string[]): Call[] {
  const sampleInput = () => ({
    params: spec.params ? (createSample(spec.params) as Record<string, unknown>) : {},
    query: spec.query ? (createSample(spec.query) as Record<string, unknown>) : {},
    body: spec.body ? createSample(spec.body) : undefined,
  })
  const input = sampleInput()
  for (const part of ['params', 'query', 'body'] as const) {
    const { error } = spec[part]?.safeParse(input[part]) ?? {}
    if (error) throw new Error(`sampleOf knows no ${part} for ${routeName(spec)}: ${error.message}`)
  }
  const fields = [
    ...textFields(input.params).map((field) => ({ where: 'params' as const, field })),
    ...textFields(input.query).map((field) => ({ where: 'query' as const, field })),
    ...textFields(input.body).map((field) => ({ where: 'body' as const, field })),
  ]
  return fields.flatMap(({ where, field }) =>
    ids.map((id) => {
      const call = sampleInput()
      if (where === 'body') call.body = withFieldValue(call.body, field, id)
      else call[where][field] = id
      return { spec, where, field, id, input: call }
    }),
  )
}

/** Returns the fields that contain a string or a list of strings; `[]` stands for a body that is itself a list. */
function textFields(value: unknown): string[] {
  if (Array.isArray(value)) return typeof value[0] === 'string' ? ['[]'] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .filter(
      ([, fieldValue]) => typeof fieldValue === 'string' || (Array.isArray(fieldValue) && typeof fieldValue[0] === 'string'),
    )
    .map(([name]) => name)
}

function withFieldValue(body: unknown, field: string, id: string): unknown {
  if (field === '[]') return [id]
  const fields = body as Record<string, unknown>
  return { ...fields, [field]: Array.isArray(fields[field]) ? [id] : id }
}

const mustFail = (spec: RouteSpec, field: string): boolean =>
  (field === '[]' || ID_FIELD.test(field)) && !OPAQUE_FIELDS.has(`${routeName(spec)} ${field}`)

async function sendCall(server: TestServer, user: { token: string; email: string; account: unknown }, { spec, input }: Call) {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params[name])))
  const query = new URLSearchParams(Object.entries(input.query).map(([name, value]) => [name, String(value)]))
  const request = {
    method: spec.method,
    url: `/api${path}?${query}`,
    headers: { authorization: `Bearer ${user.token}` },
    ...(input.body !== undefined && { payload: input.body as object }),
  }
  let response = await server.server.app.inject(request)
  // A call that is rejected by a rate limit would prove nothing.
  for (let attempt = 0; response.statusCode === 429 && attempt < 20; attempt++) {
    await executeSql(server.ctx.db, 'delete from rate_limit')
    response = await server.server.app.inject(request)
  }
  // A call may have ended the second account's session.
  if (response.statusCode === 401) throw new Error(`${routeName(spec)} ended the second account's session`)
  return { code: response.statusCode, body: response.json<{ status: number }>() }
}

const USER_TABLES = `
  select t.relname as name from pg_class t join pg_attribute c on c.attrelid = t.oid
  where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p', 'v') and c.attname = 'user_id' order by 1`

/** Returns all rows of a user by table, without `last_seen_at`, which every call changes. */
async function queryRows(server: TestServer, userId: string): Promise<{ name: string; row: object }[]> {
  const { rows: tables } = await executeSql<{ name: string }>(server.ctx.db, USER_TABLES)
  const selects = tables.map(
    ({ name }) => `select '${name}' as name, to_jsonb(t) - 'last_seen_at' as row from ${name} t where user_id = $1`,
  )
  return (
    await executeSql<{ name: string; row: object }>(server.ctx.db, `${selects.join(' union all ')} order by name, row`, [userId])
  ).rows
}

const readRows = async (server: TestServer, userId: string): Promise<string> => JSON.stringify(await queryRows(server, userId))

/** Returns all ids of a user's objects, found by the names of their columns. */
async function readIds(server: TestServer, userId: string): Promise<string[]> {
  const ids = new Set<string>()
  for (const { row } of await queryRows(server, userId)) {
    for (const [column, value] of Object.entries(row)) {
      if (typeof value === 'string' && (ID_FIELD.test(column) || column === 'blob_key')) ids.add(value)
    }
  }
  return [...ids]
}
