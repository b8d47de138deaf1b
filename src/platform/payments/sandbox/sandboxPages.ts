import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KiB } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { PaymentError } from '../payments.ts'
import { phonePages } from '../qr/sandbox/phonePages.ts'
import type { QrSandbox } from '../qr/sandbox/openQrSandbox.ts'
import type { SandboxGateway } from './openSandbox.ts'
import { checkoutPages } from './pages/checkoutPages.ts'
import { controlPages } from './pages/controlPages.ts'
import { invoicePages } from './pages/invoicePages.ts'
import { contentPolicy, isFromOtherSite, sendPage } from './pages/pageRequest.ts'
import { portalPages } from './pages/portalPages.ts'
import { renderNotice, STYLE_PATH } from './pages/renderPage.ts'
import { STYLE } from './pages/style.ts'

/**
 * Registers the pages that a provider would host. They have no session: knowing the id of an object permits everything its customer
 * may do. Call this only when the sandbox is the provider.
 */
export function sandboxPages(app: FastifyInstance, ctx: AppContext): void {
  const { sandbox } = (ctx.payments ?? ctx.qrPayments) as SandboxGateway | QrSandbox
  void app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    const form = { parseAs: 'string', bodyLimit: 4 * KiB } as const
    pages.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, body, done) => done(null, body))
    pages.addHook('onRequest', async (request, reply) => {
      setHeaders(reply)
      if (request.method === 'POST' && isFromOtherSite(request, sandbox.publicUrl))
        await sendPage(
          reply,
          renderNotice('This was not sent from here', 'Another site has sent this form. Nothing was done.'),
          403,
        )
    })
    pages.setErrorHandler((error, request, reply) => sendError(error as Error, request, reply))
    pages.get(STYLE_PATH, { schema: { hide: true } }, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/css; charset=utf-8').send(STYLE),
    )
    const kinds = ctx.payments ? [checkoutPages, invoicePages, portalPages, controlPages] : [phonePages]
    for (const register of kinds) register(pages, sandbox)
  })
}

function setHeaders(reply: FastifyReply): void {
  void reply
    .headers({
      'content-security-policy': contentPolicy(),
      'x-payments-mode': 'sandbox',
      'x-robots-tag': 'noindex, nofollow',
      // @NOTE Without a referrer, browsers send same-site forms with the origin `null`.
      'referrer-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    // No other site may read the page, even if it knows its URL.
    .removeHeader('access-control-allow-origin')
    .removeHeader('access-control-expose-headers')
}

function sendError(error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof PaymentError && error.failure === 'notFound')
    return sendPage(reply, renderNotice('There is nothing here', 'The address is not complete, or what it led to is gone.'), 404)
  if (error instanceof PaymentError && error.failure === 'currency')
    return sendPage(reply, renderNotice('Another currency', `This cannot be paid: ${error.message}.`), 422)
  if (error instanceof PaymentError) return sendPage(reply, renderNotice('This is not possible now', `${error.message}.`), 422)
  const code = error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
  if (code === 500) request.log.error({ err: error, route: request.routeOptions.url }, 'a page of the sandbox failed')
  return sendPage(reply, renderNotice('This did not work', 'Go back and try again.'), code)
}
