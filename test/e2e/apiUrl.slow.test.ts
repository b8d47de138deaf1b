import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paths } from '#shared/paths.ts'
import { storeValues } from '#test/browser/storeValues.ts'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

let dir: string
let apiServer: TestServer
let pageServer: TestServer

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-api-'))
  apiServer = await testServer({ dedicated: true })
  vi.stubEnv('API_URL', `${apiServer.url}/api/`)
  vi.stubEnv('NODE_ENV', 'production')
  await build({ logLevel: 'silent', build: { outDir: dir, emptyOutDir: true } })
  vi.unstubAllEnvs()
  pageServer = await testServer({ dedicated: true, webDir: dir, settings: { API_URL: `${apiServer.url}/api` } })
}, 60_000)
afterAll(async () => {
  await pageServer[Symbol.asyncDispose]()
  await apiServer[Symbol.asyncDispose]()
  await rm(dir, { recursive: true, force: true })
})

describe('a page built with a base URL of the API (API_URL, A§7)', () => {
  it('sends all calls there, and none to the server that delivers the page', async () => {
    const user = await apiServer.user()
    await using context = await (await sharedBrowser()).newContext()
    const page = await context.newPage()
    // The token is valid at the current time of the server.
    await page.clock.setSystemTime(apiServer.clock.now())
    await storeValues(page, { tokenstr: user.token, consent: { statistics: false } })
    const pageErrors: string[] = []
    const requests: string[] = []
    page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(pageServer.url + paths.fileList({ categoryId: 'allFiles' }))
    await expect.poll(() => requests).toContain(`${apiServer.url}/api/live`)
    expect(requests.filter((url) => url.startsWith(`${apiServer.url}/api/`)).length).toBeGreaterThan(3)
    expect(requests.filter((url) => url.startsWith(`${pageServer.url}/api/`))).toEqual([])
    expect(pageErrors).toEqual([])
  })
})
