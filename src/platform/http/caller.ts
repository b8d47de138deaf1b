import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NotSignedIn } from './errors.ts'

/** The user and the session of a request. */
export type Caller = { readonly userId: string; readonly sessionId: string }

export type Authenticate = (token: string) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyInstance {
    authenticate?: Authenticate
  }
}

/** Sets how a token is turned into a caller. Called once by the feature that owns sessions. */
export function setAuthenticator(app: FastifyInstance, authenticate: Authenticate): void {
  app.decorate('authenticate', authenticate)
}

/** Returns the caller of a request by its bearer token; "bearer" may be in any case and doubled. Rejects with NotSignedIn. */
export async function authenticateRequest(app: FastifyInstance, request: FastifyRequest): Promise<Caller> {
  const token = /^bearer\s+(?:bearer\s+)?(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new NotSignedIn('Not authenticated')
  const caller = await app.authenticate?.(token)
  if (!caller) throw new NotSignedIn('token invalid or expired')
  return caller
}
