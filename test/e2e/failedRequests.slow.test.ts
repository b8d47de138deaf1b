import { beforeAll, describe, expect, it } from 'vitest'
import { type RouteHarness, openRouteHarness } from './harness/checkRoutes.ts'
import { failPath, findFalseClaims, findRequestedPaths, loadAfresh, openSignedIn } from './harness/failRequests.ts'
import { signedInRoutes } from './routeTable.ts'
import { sharedEarshot } from './sharedEarshot.ts'

let harness: RouteHarness

beforeAll(async () => {
  harness = await openRouteHarness(sharedEarshot.url, 'norah')
})

/** Requests whose failure has no effect on screen. */
const OPTIONAL_PATHS = [
  // Home shows recent recordings from the library once it is loaded.
  '/api/file/simple/web',
  // Unfinished recordings on other devices. Those of this browser are listed without this request.
  '/api/file/recordings',
]

describe('every route of a signed-in user, with each of its requests failing', () => {
  it('ends its loading state and does not claim to be up to date', { timeout: 600_000 }, async () => {
    const found: Record<string, string[]> = {}
    const cases = signedInRoutes(harness.fileId).filter(({ ends }) => ends === undefined)
    let failures = 0
    const walk = async () => {
      await using monitor = await openSignedIn(harness)
      for (let route = cases.shift(); route; route = cases.shift()) {
        const requested = await findRequestedPaths(monitor, harness.url, route)
        for (const path of requested.filter((candidate) => !OPTIONAL_PATHS.includes(candidate))) {
          const release = await failPath(monitor.page, path)
          await loadAfresh(monitor, harness.url + route.address)
          const claims = await findFalseClaims(monitor.page)
          // Requests caused by an event, such as changes of the library, may not be repeated.
          if (release() === 0) continue
          failures += 1
          if (claims.length > 0) found[`${route.address}: ${path}`] = claims
        }
      }
    }
    await Promise.all([walk(), walk()])
    expect(failures).toBeGreaterThan(50)
    expect(found).toEqual({})
  })
})
