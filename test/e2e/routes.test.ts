import { beforeAll, describe, expect, it } from 'vitest'
import { type RouteHarness, checkRoutes, openRouteHarness } from './harness/checkRoutes.ts'
import { RouteMonitor } from './harness/RouteMonitor.ts'
import { visitorRoutes } from './routeTable.ts'
import { sharedEarshot } from './sharedEarshot.ts'

let harness: RouteHarness

beforeAll(async () => {
  harness = await openRouteHarness(sharedEarshot.url, 'rosa')
})

// routes.slow.test.ts opens all languages, at the root and below /web7.
it('opens every route of A§2 and B§2 without console errors or accessibility findings', async () => {
  expect(await checkRoutes(harness, { locale: 'en_US', base: '' })).toEqual({ found: {}, pageErrors: [] })
})

describe('a visitor without an account', () => {
  it('reads every public page and is redirected to sign-in from every other, without failed requests', async () => {
    const routeCases = visitorRoutes(harness.fileId)
    // Many URLs lead to the sign-in page, which is checked with axe once.
    const checkedPages = new Set<string>()
    const halves = [routeCases.filter((_, index) => index % 2 === 0), routeCases.filter((_, index) => index % 2 === 1)].map(
      async (routeCasesOfHalf) => {
        await using monitor = await RouteMonitor.open(harness.browser, 'en_US', harness.messageKeys)
        const found: Record<string, string[]> = {}
        for (const { address, page, ends = address } of routeCasesOfHalf) {
          await monitor.load(harness.url + address)
          await monitor.waitForPage(ends, false)
          const problems = await monitor.findProblems({
            lang: 'en-US',
            skipsAxe: checkedPages.has(page) && !ends.includes('desktop'),
          })
          checkedPages.add(page)
          if (problems.length > 0) found[address] = problems
        }
        return { found, pageErrors: monitor.pageErrors }
      },
    )
    expect(harness.messageKeys.size).toBeGreaterThan(500)
    expect(await Promise.all(halves)).toEqual([1, 2].map(() => ({ found: {}, pageErrors: [] })))
  })
})
