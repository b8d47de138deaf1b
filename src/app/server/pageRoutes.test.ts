import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpServer } from '#platform/http/createHttpServer.ts'
import { quietLog } from '#platform/log/log.ts'
import { pageRoutes } from './pageRoutes.ts'

let dir: string
let app: FastifyInstance

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'earshot-page-'))
  await createBuild('web', 'first')
  app = await createHttpServer({ log: quietLog, checksReplies: true, version: '1', assetOrigin: 'https://files.example.org' })
  await pageRoutes(app, join(dir, 'web'))
})
afterEach(async () => {
  await app.close()
  await rm(dir, { recursive: true, force: true })
})

/** Creates a built page like that of Vite. */
async function createBuild(folder: string, version: string): Promise<void> {
  const web = join(dir, folder)
  for (const folderName of ['assets', 'icons', '.vite']) await mkdir(join(web, folderName), { recursive: true })
  await writeFile(join(web, 'index.html'), `<title>${version}</title>`)
  await writeFile(join(web, 'assets', `${version}.js`), `'${version}'`)
  for (const name of ['sw.js', 'mark.svg', 'manifest.webmanifest', 'icons/mark-192.png', 'built-from.txt', '.vite/manifest.json'])
    await writeFile(join(web, name), version)
}

const get = (url: string) => app.inject({ method: 'GET', url })

describe('the permissions policy of the page', () => {
  it('allows microphone and tab audio for the recorder, and neither camera nor location', async () => {
    for (const url of ['/', '/file-list', '/web3/login']) {
      const names = String((await get(url)).headers['permissions-policy']).split(', ')
      expect(names).toEqual(
        expect.arrayContaining(['microphone=(self)', 'display-capture=(self)', 'camera=()', 'geolocation=()']),
      )
    }
  })
})

describe('the files served with the page', () => {
  it('serves the service worker for the whole origin without caching', async () => {
    const worker = await get('/sw.js')
    expect(worker.statusCode).toBe(200)
    expect(worker.headers['content-type']).toMatch(/^(text|application)\/javascript/)
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(worker.body).toBe('first')
  })

  it.each([
    ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
    ['/mark.svg', 'image/svg+xml', 'public, max-age=86400'],
    ['/icons/mark-192.png', 'image/png', 'public, max-age=86400'],
  ])('serves %s as %s', async (url, type, cacheControl) => {
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toContain(type)
    expect(response.headers['cache-control']).toBe(cacheControl)
  })

  it.each(['/favicon.ico', '/icons/none.png', '/built-from.txt', '/assets/none.js', '/..%2fweb%2fsw.js'])(
    'returns 404 and no page for %s',
    async (url) => {
      const response = await get(url)
      expect([403, 404]).toContain(response.statusCode)
      expect(response.body).not.toContain('<title>')
    },
  )

  it('returns the page for all addresses without a file extension, and for /index.html (A§2)', async () => {
    for (const url of ['/', '/web7/file-list', '/login?from_url=https://a.example/x.png', '/index.html']) {
      const response = await get(url)
      expect(response.body).toBe('<title>first</title>')
      expect(response.headers['cache-control']).toBe('no-cache')
    }
  })

  it('allows scripts, styles and images from the asset origin, and workers only from this one (A§7)', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    const directive = (name: string) => policy.split(';').find((part) => part.startsWith(`${name} `))
    for (const name of ['script-src', 'style-src', 'img-src', 'font-src', 'connect-src'])
      expect(directive(name)).toContain('https://files.example.org')
    for (const name of ['worker-src', 'manifest-src']) expect(directive(name)).not.toContain('https://files.example.org')
    expect(directive('manifest-src')).toBe("manifest-src 'self'")
  })
})

describe('a page that is rebuilt while the server runs', () => {
  it('is served with its new files, without interruption during the replacement', async () => {
    await createBuild('next', 'second')
    await utimes(join(dir, 'next', 'index.html'), 2e9, 2e9)
    expect((await get('/')).body).toContain('first')
    await rm(join(dir, 'web'), { recursive: true })
    expect((await get('/')).body).toContain('first')
    await rename(join(dir, 'next'), join(dir, 'web'))
    expect((await get('/')).body).toContain('second')
    expect((await get('/assets/second.js')).statusCode).toBe(200)
    expect((await get('/sw.js')).body).toBe('second')
  })
})
