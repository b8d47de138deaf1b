import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** Matches a file in the root folder or an icon. Page URLs have no extension. */
const FILE_PATH = /^\/((?:icons\/)?[^/]+\.\w+)$/
/** The files of the built folder that are served. */
const SERVED_FILES = /\.(html|js|svg|png|ico|webmanifest)$/

/** The permissions policy: the recorder needs the microphone, the audio of a tab and a screen wake lock. */
const PERMISSIONS = [
  ...['microphone', 'display-capture', 'screen-wake-lock', 'clipboard-write', 'autoplay'].map((name) => `${name}=(self)`),
  ...['accelerometer', 'bluetooth', 'browsing-topics', 'camera', 'clipboard-read', 'geolocation', 'gyroscope', 'hid'].map(
    disabled,
  ),
  ...['idle-detection', 'local-fonts', 'magnetometer', 'midi', 'payment', 'publickey-credentials-get', 'serial'].map(disabled),
  ...['usb', 'xr-spatial-tracking'].map(disabled),
].join(', ')

/**
 * Serves the page. Assets with hashed names are cached for a year; `index.html` and the service worker are not cached. Every URL
 * that is not the API, a blob, an asset or a file returns the page, which does its own routing (also below `/web{digits}`, A§2). A
 * rebuilt page is served without a restart.
 */
export async function pageRoutes(app: FastifyInstance, webDir: string): Promise<void> {
  const readPage = cachedFile(join(webDir, 'index.html'))
  await readPage()
  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    decorateReply: true,
  })
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    if (/^\/(api|blob|assets)(\/|$)/.test(path)) return reply.callNotFound()
    const file = FILE_PATH.exec(path)?.[1]
    if (file !== undefined && file !== 'index.html') return sendFile(reply, file, webDir)
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('permissions-policy', PERMISSIONS)
      .send(await readPage())
  })
}

function disabled(name: string): string {
  return `${name}=()`
}

/** @NOTE A cached service worker would keep serving an outdated page. */
function sendFile(reply: FastifyReply, file: string, webDir: string) {
  if (!SERVED_FILES.test(file)) return reply.callNotFound()
  const kept = /\.(svg|png|ico)$/.test(file) ? 'public, max-age=86400' : 'no-cache'
  return reply.header('cache-control', kept).sendFile(file, webDir, { cacheControl: false })
}

/**
 * Returns a function that reads a file again when it has changed. While the file is being replaced, it returns the previous text.
 */
function cachedFile(path: string): () => Promise<string> {
  let cached: { modifiedAt: number; text: string } | undefined
  return async () => {
    try {
      const { mtimeMs: modifiedAt } = await stat(path)
      if (cached?.modifiedAt !== modifiedAt) cached = { modifiedAt, text: await readFile(path, 'utf8') }
    } catch (error) {
      if (!cached) throw error
    }
    return cached.text
  }
}
