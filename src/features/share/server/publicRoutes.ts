import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { minutes, hours, KiB } from '#shared/units.ts'
import { languageTag } from '#shared/locales.ts'
import { paths } from '#shared/paths.ts'
import { verifyPassword } from '#features/account/server.ts'
import { AudioError } from '#platform/audio/audio.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import { contentDisposition } from '#platform/blobs/http/downloadHeaders.ts'
import { ComputeLimitError } from '#platform/compute/compute.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound, TooManyRequests } from '#platform/http/errors.ts'
import { COMPRESSION } from '#platform/http/responseEncoding.ts'
import { closedSignal } from '#platform/http/serve.ts'
import { withoutMessage } from '#platform/log/log.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { countPart, newViewId, recordView } from './countViews.ts'
import { findShared, type Shared } from './findShared.ts'
import { renderNotice, renderPassword, type PageFrame } from './page/renderDocument.ts'
import { createPage, createText, readTitle } from './page/sharedPage.ts'
import { localeOfVisitor, textsOf } from './page/texts.ts'
import { readPageScript } from './pageScript.ts'
import { renderReport, renderReported } from './reports/renderReport.ts'
import { fileReport, readReportForm } from './reports/reports.ts'
import { sendAudio } from './sendAudio.ts'
import { checkPart, partAddress, type PartName } from './signedParts.ts'
import { checkPass, createPass, PASS_LIFETIME, type PassKind } from './tokens.ts'

const PAGE_LIMIT = { max: 60, within: minutes(1) }
/** Players request audio in many ranges. */
const PART_LIMIT = { max: 600, within: minutes(1) }
const PASSWORD_LIMIT = { max: 10, within: minutes(15) }
/** Passwords tried for one link, from all addresses together. */
const LINK_PASSWORD_LIMIT = { max: 100, within: hours(1) }

type PageRequest = FastifyRequest<{ Params: { token: string; base?: string }; Querystring: Record<string, unknown> }>

/**
 * Serves the page of a link, `/share/{token}` (A§2), to everyone with the link. It needs no script and no session, and is never
 * cached, so a revoked link is gone with the next request.
 */
export function publicShareRoutes(app: FastifyInstance, ctx: AppContext): void {
  void app.register(async (scope) => {
    const script = readPageScript()
    scope.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: 4 * KiB } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => done(null, body))
    const frames = new WeakMap<FastifyRequest, PageFrame>()
    const frameOf = (request: FastifyRequest): PageFrame => {
      const frame = frames.get(request) ?? createFrame(request, script.path)
      frames.set(request, frame)
      return frame
    }
    scope.setErrorHandler((error, request, reply) => sendError(error as Error, request, reply, frameOf(request)))
    scope.addHook('onRequest', async (request, reply) => setHeaders(request, reply, frameOf(request)))
    const hidden = { schema: { hide: true } }
    const page = { ...hidden, compress: COMPRESSION }

    scope.get(script.path, page, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .type('text/javascript; charset=utf-8')
        .send(script.code),
    )
    scope.get('/:base(^web\\d+$)/share/*', hidden, async (request, reply) => {
      const rest = request.url.replace(/^\/web\d+/, '')
      return reply.redirect(rest, 308)
    })
    scope.get('/share/:token', page, (request, reply) => showPage(ctx, request as PageRequest, reply, frameOf(request)))
    scope.get('/share/:token/embed', page, (request, reply) =>
      showPage(ctx, request as PageRequest, reply, frameOf(request), { isEmbed: true }),
    )
    scope.post('/share/:token', page, (request, reply) => enterPassword(ctx, request as PageRequest, reply, frameOf(request)))
    scope.get('/share/:token/report', page, (request, reply) => report(ctx, request as PageRequest, reply, frameOf(request)))
    scope.post('/share/:token/report', page, (request, reply) => report(ctx, request as PageRequest, reply, frameOf(request)))
    for (const name of ['audio', 'download', 'text'] as const)
      scope.route({
        ...hidden,
        method: ['GET', 'HEAD'],
        url: `/share/:token/${name}`,
        handler: (request, reply) => sendPart(ctx, request as PageRequest, reply, name),
      })
  })
}

function createFrame(request: FastifyRequest, scriptPath: string): PageFrame {
  const { lang } = request.query as Record<string, unknown>
  const locale = localeOfVisitor(typeof lang === 'string' ? lang : undefined, request.headers['accept-language'])
  return { locale, nonce: randomBytes(16).toString('base64'), scriptPath }
}

/** For every response of the page, including failures. */
async function setHeaders(request: FastifyRequest, reply: FastifyReply, { nonce, locale }: PageFrame): Promise<void> {
  const isEmbed = request.routeOptions.url === '/share/:token/embed'
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `script-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "media-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${isEmbed ? '*' : "'none'"}`,
  ]
  void reply
    .headers({
      'content-security-policy': policy.join('; '),
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=()',
      'content-language': languageTag(locale),
      vary: 'accept-language, cookie, accept-encoding',
    })
    // No other site may read the page, even if it knows its URL.
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
  if (isEmbed) void reply.removeHeader('x-frame-options')
  else void reply.header('x-frame-options', 'DENY').header('cross-origin-resource-policy', 'same-origin')
}

const HTML = 'text/html; charset=utf-8'

async function showPage(ctx: AppContext, request: PageRequest, reply: FastifyReply, frame: PageFrame, { isEmbed = false } = {}) {
  await ctx.limits.consume(`share.page:${networkOf(request.ip)}`, PAGE_LIMIT)
  const { token } = request.params
  const shared = await findShared(ctx, token)
  const { link } = shared
  const preview = request.query['preview']
  if (typeof preview === 'string' && checkPass(ctx, link, preview) === 'owner')
    return reply.header('set-cookie', passCookie(ctx, token, preview, 'owner')).redirect(paths.share(token), 303)
  const pass = readPass(ctx, request, shared)
  if (link.password_hash !== null && pass === null)
    return reply.type(HTML).send(renderPassword(frame, { page: paths.share(token), isEmbed }))
  const viewId = pass === 'owner' ? '' : newViewId(ctx, request)
  const address = (name: PartName) => partAddress(ctx, { link, token, viewId }, name)
  const partsOf = ({ hasAudio }: { hasAudio: boolean }) => ({
    audio: hasAudio ? address('audio') : null,
    downloadAudio: link.allows_download && hasAudio ? address('download') : null,
    downloadText: link.allows_download ? address('text') : null,
    page: paths.share(token),
  })
  const html = await createPage(ctx, shared, partsOf, { frame, isEmbed, signal: closedSignal(reply) })
  if (viewId !== '') await recordView(ctx, link, viewId, request)
  return reply.type(HTML).send(html)
}

async function enterPassword(ctx: AppContext, request: PageRequest, reply: FastifyReply, frame: PageFrame) {
  const { token } = request.params
  const network = networkOf(request.ip)
  await ctx.limits.consume(`share.page:${network}`, PAGE_LIMIT)
  const { link } = await findShared(ctx, token)
  const page = paths.share(token)
  if (link.password_hash === null) return reply.redirect(page, 303)
  await ctx.limits.consume(`share.password:${link.link_id}:${network}`, PASSWORD_LIMIT)
  await ctx.limits.consume(`share.password:${link.link_id}`, LINK_PASSWORD_LIMIT)
  const password = new URLSearchParams(typeof request.body === 'string' ? request.body : '').get('password') ?? ''
  if (!(await verifyPassword(password, link.password_hash)))
    return reply
      .code(403)
      .type(HTML)
      .send(renderPassword(frame, { page, isWrong: true }))
  await ctx.limits.reset(`share.password:${link.link_id}:${network}`)
  return reply.header('set-cookie', passCookie(ctx, token, createPass(ctx, 'reader', link), 'reader')).redirect(page, 303)
}

/** Lets readers of a page report it to the operator of the server. */
async function report(ctx: AppContext, request: PageRequest, reply: FastifyReply, frame: PageFrame) {
  await ctx.limits.consume(`share.page:${networkOf(request.ip)}`, PAGE_LIMIT)
  const { token } = request.params
  const shared = await findShared(ctx, token)
  const { link } = shared
  if (link.password_hash !== null && readPass(ctx, request, shared) === null) return reply.redirect(paths.share(token), 303)
  if (request.method !== 'POST') return reply.type(HTML).send(renderReport(frame, token))
  const input = readReportForm(request.body)
  // Another site could submit the form from its visitors' browsers.
  const isForeign = request.headers['sec-fetch-site'] === 'cross-site'
  const { refused } = isForeign ? { refused: 'foreign' } : await fileReport(ctx, link, input, request.ip)
  if (refused)
    return reply
      .code(422)
      .type(HTML)
      .send(renderReport(frame, token, { input, isWrong: true }))
  return reply.type(HTML).send(renderReported(frame, token))
}

const COOKIE = 'earshot_share'

/** The cookie is sent for this link only, and its value is valid for no other. */
function passCookie(ctx: AppContext, token: string, pass: string, kind: PassKind): string {
  const secure = ctx.config.publicUrl.startsWith('https:') ? ['Secure'] : []
  const age = `Max-Age=${PASS_LIFETIME[kind] / 1000}`
  return [`${COOKIE}=${pass}`, `Path=${paths.share(token)}`, age, 'HttpOnly', ...secure, 'SameSite=Lax'].join('; ')
}

function readPass(ctx: AppContext, request: FastifyRequest, { link }: Shared): PassKind | null {
  const passes = (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [name, value = ''] = pair.trim().split('=')
    const pass = name === COOKIE ? checkPass(ctx, link, value) : null
    return pass ? [pass] : []
  })
  return passes[0] ?? null
}

/** Sends audio or text to a visitor who opened the page. Access is checked for each request. */
async function sendPart(ctx: AppContext, request: PageRequest, reply: FastifyReply, name: PartName) {
  await ctx.limits.consume(`share.part:${networkOf(request.ip)}`, PART_LIMIT)
  const { token } = request.params
  const shared = await findShared(ctx, token)
  const { link } = shared
  const viewId = checkPart(ctx, link, name, request.query)
  const isShown = name === 'text' ? link.shows_transcript : link.shows_audio
  if (viewId === null || !isShown || (name !== 'audio' && !link.allows_download)) throw new NotFound()
  if (request.method === 'GET') await countPart(ctx, link, viewId, name)
  const { locale } = createFrame(request, '')
  if (name === 'audio') return sendAudio(ctx, { request, reply }, shared, { token, download: null })
  const options = { locale, signal: closedSignal(reply) }
  if (name === 'download') {
    const download = await readTitle(ctx, shared, options)
    return sendAudio(ctx, { request, reply }, shared, { token, download })
  }
  const { title, text } = await createText(ctx, shared, options)
  return reply
    .type('text/plain; charset=utf-8')
    .header('content-disposition', contentDisposition('attachment', `${title}.txt`))
    .send(text)
}

/** Shows the same page for everything that cannot be shown, whatever the reason. */
function sendError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply, frame: PageFrame) {
  const t = textsOf(frame.locale)
  const send = (code: number, title: string, text: string) =>
    reply.code(code).type(HTML).header('cache-control', 'private, no-store').send(renderNotice(frame, { title, text }))
  if (error instanceof TooManyRequests) {
    void reply.header('retry-after', error.retryAfterSeconds)
    return send(429, t.too_many_title, t.too_many_text)
  }
  const isGone =
    error instanceof NotFound || error instanceof AudioError || (error instanceof BlobError && error.kind === 'missing')
  if (isGone) return send(404, t.gone_title, t.gone_text)
  if (error.statusCode !== undefined && error.statusCode < 500) return send(error.statusCode, t.failed_title, t.gone_text)
  if (error instanceof ComputeLimitError) {
    const isBusy = error.limit === 'queue'
    if (isBusy) void reply.header('retry-after', 10)
    return isBusy ? send(503, t.too_many_title, t.too_many_text) : send(503, t.too_large_title, t.too_large_text)
  }
  // The visitor has disconnected.
  if (reply.raw.destroyed) return reply.code(503).send()
  request.log.error({ error: withoutMessage(error) }, 'a page of a link failed')
  return send(500, t.failed_title, t.too_many_text)
}
