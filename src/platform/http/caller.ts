import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotSignedIn } from './failures.ts'

/** Who is calling, as the session says. */
export type Caller = { readonly userId: string; readonly sessionId: string }

export type Authenticate = (token: string) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyInstance {
    authenticate?: Authenticate
  }
}

/** The feature that keeps sessions says once how a token becomes a caller. */
export function setAuthenticator(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorate('authenticate', authenticate)
}

/** The caller of a request by its bearer token, in either case; rejects with NotSignedIn. */
export async function callerOf(app: FastifyInstance, request: FastifyRequest): Promise<Caller> {
  const token = /^bearer\s+(?:bearer\s+)?(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new NotSignedIn('Not authenticated')
  const caller = await app.authenticate?.(token)
  if (!caller) throw new NotSignedIn('token invalid or expired')
  return caller
}
