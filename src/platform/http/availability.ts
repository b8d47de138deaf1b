import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/config/config.ts'
import { COUNTRIES } from '#shared/countries.ts'

/** A response that replaces that of every call: a negative status and the message that the page shows (A§8). */
type ReplacementResponse = { httpStatus: 200 | 403; status: -10000 | -9999; msg: string; link?: string }

/**
 * Serves only the countries in COUNTRIES. Other clients get 403 with status -10000 (A§8), as do calls that bypass the proxy that
 * knows the country.
 */
export function restrictCountries(app: FastifyInstance, { countries }: Pick<Config, 'countries'>): void {
  if (!countries) return
  replaceResponses(app, (request) =>
    countries.includes(countryOf(request))
      ? undefined
      : { httpStatus: 403, status: -10000, msg: 'This service is not available in your country.' },
  )
}

/** With MOVED_TO, every call returns status -9999 and the new address of the service (A§8). */
export function announceMove(app: FastifyInstance, { movedTo }: { movedTo: string | null }): void {
  if (!movedTo) return
  replaceResponses(app, () => ({ httpStatus: 200, status: -9999, msg: `This service has moved to ${movedTo}`, link: movedTo }))
}

/**
 * Calls `check` before every API call and sends what it returns, if anything. The page, the health routes and `/api/config/…`
 * stay available, so that clients can show the message.
 */
function replaceResponses(app: FastifyInstance, check: (request: FastifyRequest) => ReplacementResponse | undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    // @NOTE Compares the matched route, not the URL as written: `/%61pi/…` matches the same route.
    const { url = '' } = request.routeOptions
    if (!url.startsWith('/api/') || url.startsWith('/api/config/')) return
    const replacement = check(request)
    if (replacement) await sendReplacement(replacement, request, reply)
  })
}

async function sendReplacement(
  { httpStatus, ...body }: ReplacementResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  // @NOTE For an event stream a plain 200 looks like a broken connection, which the client would reopen immediately.
  const isStream = request.headers.accept?.includes('text/event-stream')
  await reply
    .code(isStream ? 403 : httpStatus)
    .header('cache-control', 'no-store')
    .send({ ...body, request_id: request.id })
}

declare module 'fastify' {
  interface FastifyInstance {
    countryHeader?: string
  }
}

/** Sets the header in which a trusted proxy sends the client's country. */
export function setCountryHeader(app: FastifyInstance, name: string | null): void {
  if (name !== null) app.decorate('countryHeader', name)
}

/**
 * Returns the client's country as an ISO 3166-1 code, or an empty string. Anyone can send the header; it counts only from a
 * trusted proxy.
 */
export function countryOf(request: FastifyRequest): string {
  const name = request.server.countryHeader
  // @NOTE `ips` has a second entry only when the peer is a trusted proxy and sends the address it forwards for.
  if (name === undefined || (request.ips?.length ?? 0) < 2) return ''
  const code = String(request.headers[name] ?? '').toUpperCase()
  return COUNTRIES.has(code) ? code : ''
}
