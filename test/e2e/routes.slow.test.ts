import { beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '#shared/locales.ts'
import { type RouteHarness, checkRoutes, openRouteHarness } from './harness/checkRoutes.ts'
import { sharedEarshot } from './sharedEarshot.ts'

let harness: RouteHarness

beforeAll(async () => {
  harness = await openRouteHarness(sharedEarshot.url, 'rosalind')
})

describe('every route of A§2 and B§2', () => {
  describe.each(['', '/web7'])('at "%s/"', (base) => {
    it.each(LOCALES)('opens in %s without console errors or accessibility findings', async (locale) => {
      expect(await checkRoutes(harness, { base, locale })).toEqual({ found: {}, pageErrors: [] })
    })
  })
})
