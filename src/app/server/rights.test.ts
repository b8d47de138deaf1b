import { describe, expect, it } from 'vitest'
import { RIGHTS, SAVE_REFUSED, type MembershipType, type Right } from '#features/membership/rules.ts'
import { listLockedTemplates } from '#features/templates/server.ts'
import { allRoutes, routeName } from '#test/server/allRoutes.ts'
import { createSample } from '#test/server/createSample.ts'
import { setMembershipTier } from '#test/server/setMembershipTier.ts'
import { testServer } from '#test/server/testServer.ts'

const TIERS = ['none', 'free', 'starter', 'pro', 'unlimited', 'backer'] as const satisfies MembershipType[]
const rights: [string, Right][] = Object.entries(RIGHTS)

/** Rights of features that do not exist yet. Their routes are added to the table together with them. */
const WITHOUT_ROUTES = ['overview']

/** Fields that a route needs to determine the requested right. */
const FIELDS: Readonly<Record<string, object>> = {
  'POST /ai/customtemplates/copy': { template_id: listLockedTemplates()[0] },
  'POST /summary/community/templates/create': {
    category: 'cat_general',
    content: '# Decisions\nEvery decision, with its reason.',
  },
}

describe('the table of rights (A§6, B§6)', () => {
  it('lists the routes of every right that some tier does not have', () => {
    const withoutRoutes = rights.filter(
      ([, { tiers, routes, saves = [] }]) => tiers.length < TIERS.length && routes.length + saves.length === 0,
    )
    expect(withoutRoutes.map(([code]) => code).toSorted()).toEqual(WITHOUT_ROUTES.toSorted())
  })

  it.each(TIERS)('is enforced by the server for %s', async (tier) => {
    await using server = await testServer()
    const { id, token } = await server.user()
    await server.waitForJobs()
    await setMembershipTier(server, id, tier)
    const results: string[] = []
    for (const [code, right] of rights)
      for (const name of [...right.routes, ...(right.saves ?? [])]) {
        const status = await call(server.url, token, name)
        const isRefused = status === (right.saves?.includes(name) ? SAVE_REFUSED : right.status)
        if (isRefused === right.tiers.includes(tier)) results.push(`${name} (${code}) as ${tier}: ${status}`)
      }
    expect(results).toEqual([])
  })
})

/** Calls a route with valid sample input and returns the `status` of the body. */
async function call(url: string, token: string, name: string): Promise<unknown> {
  const spec = allRoutes.find((route) => routeName(route.spec) === name)?.spec
  if (!spec) throw new Error(`There is no route ${name}.`)
  const isForm = name === 'POST /file/upload'
  const form = new FormData()
  form.append('file', new Blob(['x']), 'x.mp3')
  const response = await fetch(`${url}/api${spec.path}`, {
    method: spec.method,
    headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? form : JSON.stringify({ ...(createSample(spec.body!) as object), ...FIELDS[name] }),
  })
  return ((await response.json()) as { status: unknown }).status
}
