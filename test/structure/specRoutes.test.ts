import { describe, expect, it } from 'vitest'
import { allBytesRoutes } from '#test/server/allBytesRoutes.ts'
import { allRoutes, routeName } from '#test/server/allRoutes.ts'
import { SPECIFICATION_ROUTES } from '#test/specificationRoutes.ts'

const specRoutes: string[] = Object.values(SPECIFICATION_ROUTES).flat()
const builtRoutes = [...allRoutes, ...allBytesRoutes].map(({ spec, file }) => ({
  route: withoutParameterNames(routeName(spec)),
  path: file,
}))

describe('the routes of the specification (A§7, B§7)', () => {
  it('are all in a contract', () => {
    expect(specRoutes.filter((route) => !builtRoutes.some((other) => other.route === withoutParameterNames(route)))).toEqual([])
  })
})

describe('every route', () => {
  it('is defined in one contract only', () => {
    const duplicates = builtRoutes.filter(({ route }, index) => builtRoutes.findIndex((other) => other.route === route) !== index)
    expect(duplicates).toEqual([])
  })
})

/** Returns the route without parameter names: `:id` and `:file_id` are equivalent. */
function withoutParameterNames(route: string): string {
  return route.replace(/:\w+/g, ':')
}
