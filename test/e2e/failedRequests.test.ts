import { beforeAll, describe, expect, it } from 'vitest'
import { paths } from '#shared/paths.ts'
import { type RouteHarness, openRouteHarness } from './harness/checkRoutes.ts'
import { failPath, findFalseClaims, openSignedIn } from './harness/failRequests.ts'
import { sharedEarshot } from './sharedEarshot.ts'

let harness: RouteHarness

beforeAll(async () => {
  harness = await openRouteHarness(sharedEarshot.url, 'nora')
})

// failedRequests.slow.test.ts makes every request of every route fail.
describe('a list whose first response is an error', () => {
  it.each([
    ['the list of recordings', () => paths.fileList(), '/api/file/page'],
    ['the search page', () => paths.search({ q: 'Interview' }), '/api/search/recordings'],
    ['the list beside a recording', () => paths.file(harness.fileId), '/api/file/page'],
  ])('shows the error and "Try again": %s', async (_, address, path) => {
    await using monitor = await openSignedIn(harness)
    const { page } = monitor
    const release = await failPath(page, path)
    await page.goto(harness.url + address())
    const alert = page.getByRole('alert').filter({ hasText: /could not|failed/ })
    await alert.waitFor()
    expect(await findFalseClaims(page)).toEqual([])
    release()
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Interview' }).first().waitFor()
  })
})
