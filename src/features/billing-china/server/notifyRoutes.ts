import type { FastifyInstance } from 'fastify'
import { KiB, minutes } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { Invalid, NotFound, TooManyRequests } from '#platform/http/errors.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { notifyPath } from '#platform/payments/qr/qrPayments.ts'
import { inbox } from './sync/notifications.ts'

/** The body that Alipay expects as an acknowledgement. For WeChat Pay the status is enough, except for XML notifications. */
const RECEIVED = 'success'
const RECEIVED_XML = '<xml><return_code><![CDATA[SUCCESS]]></return_code></xml>'
const REFUSED = 'fail'

/**
 * Receives the notifications of the channels. They are outside of `/api`, because a channel sends JSON, XML or a form, and expects
 * plain text in response.
 */
export function notifyRoutes(app: FastifyInstance, ctx: AppContext): void {
  void app.register(async (routes) => {
    routes.removeAllContentTypeParsers()
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 256 * KiB }, (_request, body, done) => done(null, body))
    routes.setErrorHandler((error, request, reply) => {
      const code = statusOf(error as Error)
      if (code === 500) request.log.error({ err: error }, 'a payment notification could not be received')
      return reply.code(code).type('text/plain').send(REFUSED)
    })
    routes.post(notifyPath(':provider'), { schema: { hide: true } }, async (request, reply) => {
      const { provider } = request.params as { provider: string }
      await ctx.limits.consume(`qr-notify:${networkOf(request.ip)}`, { max: 600, within: minutes(1) })
      const body = request.body instanceof Uint8Array ? request.body : new Uint8Array()
      const { qrPayments } = ctx
      if (!qrPayments) throw new NotFound()
      const headers = request.headers as Record<string, string | undefined>
      await inbox.receive(ctx, qrPayments.livemode, qrPayments.parseNotification(provider, headers, body))
      const isXml = body[0] === '<'.charCodeAt(0)
      void reply.header('cache-control', 'no-store').type(isXml ? 'text/xml' : 'text/plain')
      return reply.send(isXml ? RECEIVED_XML : RECEIVED)
    })
  })
}

function statusOf(error: Error & { statusCode?: number }): number {
  if (error instanceof Invalid) return 422
  if (error instanceof NotFound) return 404
  if (error instanceof TooManyRequests) return 429
  return error.statusCode !== undefined && error.statusCode < 500 ? error.statusCode : 500
}
