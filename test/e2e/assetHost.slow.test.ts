import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type TestServer, testServer } from '#test/server/testServer.ts'
import { sharedBrowser } from '../browser/launchBrowser.ts'

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

let dir: string
let assetServer: Server
let assetsUrl: string
let server: TestServer

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-assets-'))
  assetServer = createServer(
    (requests, response) =>
      void readAsset(requests.url ?? '/').then((file) => response.writeHead(file.status, file.headers).end(file.body)),
  )
  assetServer.listen(0, '127.0.0.1')
  await once(assetServer, 'listening')
  assetsUrl = `http://127.0.0.1:${(assetServer.address() as AddressInfo).port}/static`
  vi.stubEnv('ASSETS_URL', assetsUrl)
  vi.stubEnv('NODE_ENV', 'production')
  await build({ logLevel: 'silent', build: { outDir: dir, emptyOutDir: true } })
  vi.unstubAllEnvs()
  server = await testServer({ webDir: dir, settings: { ASSETS_URL: assetsUrl } })
}, 60_000)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  assetServer.close()
  assetServer.closeAllConnections()
  await rm(dir, { recursive: true, force: true })
})

/** The asset host. It serves the built assets below `/static` with CORS headers for all origins. */
async function readAsset(url: string) {
  const headers = { 'access-control-allow-origin': '*', 'content-type': TYPES[extname(url)] ?? 'application/octet-stream' }
  try {
    return { status: 200, headers, body: await readFile(join(dir, url.replace(/^\/static\//, ''))) }
  } catch {
    return { status: 404, headers, body: Buffer.from('') }
  }
}

describe('assets from another host (ASSETS_URL, A§7)', () => {
  it('loads every script and style from that host and logs no console errors', async () => {
    await using context = await (await sharedBrowser()).newContext()
    const page = await context.newPage()
    const pageErrors: string[] = []
    const requests: string[] = []
    page.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()))
    page.on('pageerror', (error) => pageErrors.push(String(error)))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(`${server.url}/login`)
    await page.getByLabel('Email').waitFor()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).not.toBe('rgba(0, 0, 0, 0)')
    expect(requests.filter((url) => url.startsWith(`${assetsUrl}/assets/`)).length).toBeGreaterThan(5)
    expect(requests.filter((url) => url.startsWith(`${server.url}/assets/`))).toEqual([])
    expect(pageErrors).toEqual([])
  })

  it('serves worker scripts from its own origin, as browsers require', async () => {
    const names = await readdir(join(dir, 'assets'))
    const scripts = await Promise.all(
      names.filter((name) => name.endsWith('.js')).map((name) => readFile(join(dir, 'assets', name), 'utf8')),
    )
    const workerStarts = scripts.filter((text) => text.includes('/assets/transcodeWorker-'))
    expect(workerStarts.length).toBeGreaterThan(0)
    for (const text of workerStarts) expect(text).not.toContain(`${assetsUrl}/assets/transcodeWorker-`)
    const serviceWorker = await readFile(join(dir, 'sw.js'), 'utf8')
    expect(serviceWorker).toContain(`${assetsUrl}/assets/index-`)
    expect((await fetch(`${server.url}/sw.js`)).status).toBe(200)
  })
})
