import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type World, world } from '#test/world/world.ts'
import { launchBrowser } from './browser.ts'

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' }

let dir: string
let files: Server
let assets: string
let w: World

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-assets-'))
  files = createServer(
    (asked, answer) => void giveFile(asked.url ?? '/').then((file) => answer.writeHead(file.status, file.headers).end(file.body)),
  )
  files.listen(0, '127.0.0.1')
  await once(files, 'listening')
  assets = `http://127.0.0.1:${(files.address() as AddressInfo).port}/static`
  vi.stubEnv('ASSETS_URL', assets)
  vi.stubEnv('NODE_ENV', 'production')
  await build({ logLevel: 'silent', build: { outDir: dir, emptyOutDir: true } })
  vi.unstubAllEnvs()
  w = await world({ webDir: dir, settings: { ASSETS_URL: assets } })
}, 60_000)
afterAll(async () => {
  await w[Symbol.asyncDispose]()
  files.close()
  files.closeAllConnections()
  await rm(dir, { recursive: true, force: true })
})

/** The asset host. It serves the built assets below `/static` with CORS headers for every origin. */
async function giveFile(url: string) {
  const headers = { 'access-control-allow-origin': '*', 'content-type': TYPES[extname(url)] ?? 'application/octet-stream' }
  try {
    return { status: 200, headers, body: await readFile(join(dir, url.replace(/^\/static\//, ''))) }
  } catch {
    return { status: 404, headers, body: Buffer.from('') }
  }
}

describe('assets from another host (ASSETS_URL, A§7)', () => {
  it('loads every script and style from that host and logs no console errors', async () => {
    await using browser = await launchBrowser()
    const page = await (await browser.newContext()).newPage()
    const troubles: string[] = []
    const asked: string[] = []
    page.on('console', (message) => message.type() === 'error' && troubles.push(message.text()))
    page.on('pageerror', (error) => troubles.push(String(error)))
    page.on('request', (request) => asked.push(request.url()))
    await page.goto(`${w.url}/login`)
    await page.getByLabel('Email').waitFor()
    const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(background).not.toBe('rgba(0, 0, 0, 0)')
    expect(asked.filter((url) => url.startsWith(`${assets}/assets/`)).length).toBeGreaterThan(5)
    expect(asked.filter((url) => url.startsWith(`${w.url}/assets/`))).toEqual([])
    expect(troubles).toEqual([])
  })

  it('serves worker scripts from its own origin, as browsers require', async () => {
    const names = await readdir(join(dir, 'assets'))
    const scripts = await Promise.all(
      names.filter((name) => name.endsWith('.js')).map((name) => readFile(join(dir, 'assets', name), 'utf8')),
    )
    const starts = scripts.filter((text) => text.includes('/assets/transcodeWorker-'))
    expect(starts.length).toBeGreaterThan(0)
    for (const text of starts) expect(text).not.toContain(`${assets}/assets/transcodeWorker-`)
    const worker = await readFile(join(dir, 'sw.js'), 'utf8')
    expect(worker).toContain(`${assets}/assets/index-`)
    expect((await fetch(`${w.url}/sw.js`)).status).toBe(200)
  })
})
