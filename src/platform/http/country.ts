import type { FastifyInstance, FastifyRequest } from 'fastify'
import { COUNTRIES } from '#kit/countries.ts'

declare module 'fastify' {
  interface FastifyInstance {
    countryHeader?: string
  }
}

/** Says once in which header a trusted proxy names the caller's country. */
export function setCountryHeader(app: FastifyInstance, name: string | null): void {
  if (name !== null) app.decorate('countryHeader', name)
}

/** Where the caller is, as a trusted proxy says: ISO 3166-1 code, or empty. Anyone may write the header; only a proxy is believed. */
export function countryOf(request: FastifyRequest): string {
  const name = request.server.countryHeader
  // @NOTE With trusted proxies `ips` goes on behind the peer only when the peer is one of them and says whom it forwards.
  if (name === undefined || (request.ips?.length ?? 0) < 2) return ''
  const said = String(request.headers[name] ?? '').toUpperCase()
  return COUNTRIES.has(said) ? said : ''
}
