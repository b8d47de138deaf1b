import type { FastifyReply, FastifyRequest } from 'fastify'

export type PageRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>

export const sendPage = (reply: FastifyReply, html: string, code = 200) =>
  reply.code(code).type('text/html; charset=utf-8').send(html)

/** Returns the fields of a form. The last one of a name counts. */
export const readForm = ({ body }: FastifyRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(typeof body === 'string' ? body : ''))

/** Returns a query parameter, or an empty string. */
export const readParameter = ({ query }: PageRequest, name: string): string => {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}

/**
 * True for a form sent from another site. The URLs of the pages are secret but may have leaked. @NOTE A page behind a proxy has
 * another host than its server, so the public address counts too.
 */
export function isFromOtherSite({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  if (headers.origin === undefined) return false
  const { host: origin } = URL.parse(headers.origin) ?? { host: null }
  return origin !== host && origin !== new URL(publicUrl).host
}

/** Returns the content security policy of a page without scripts. Its forms may redirect to the given URLs of this app. */
export function contentPolicy(formTargets: readonly string[] = []): string {
  const origins = new Set(formTargets.map((url) => new URL(url).origin))
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...origins].join(' ')}`,
  ].join('; ')
}
