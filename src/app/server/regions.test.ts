import { expect, it } from 'vitest'
import { allRoutes, routeName } from '#test/server/allRoutes.ts'
import { SANDBOX_SETTINGS } from '#test/server/openBilling.ts'
import { testServer } from '#test/server/testServer.ts'

it.each([
  ['global', '/billing-china/'],
  ['cn', '/billing-global/'],
])('a server with REGION=%s has no routes of the other build (A§1)', async (region, otherFeature) => {
  await using server = await testServer({ settings: { ...SANDBOX_SETTINGS, REGION: region } })
  const { token } = await server.user()
  const others = allRoutes.filter(({ file }) => file.includes(otherFeature))
  expect(others.length).toBeGreaterThan(5)
  for (const { spec } of others) {
    const { statusCode } = await server.server.app.inject({
      method: spec.method,
      url: `/api${spec.path.replaceAll(/:\w+/g, 'a')}`,
      headers: { authorization: `Bearer ${token}` },
      ...(spec.method !== 'GET' && { payload: {} }),
    })
    expect(statusCode, routeName(spec)).toBe(404)
  }
})
