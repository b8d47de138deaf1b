import type { FastifyInstance, FastifyRequest } from 'fastify'
import { COUNTRIES } from '#shared/countries.ts'

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
