import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { setAuthenticator } from '#platform/http/caller.ts'
import { accountRoutes } from './server/routes.ts'
import { callerOfToken } from './server/sessions.ts'

export { accountMade, setupToken } from './server/signUp.ts'
export { hasAccounts } from './server/store.ts'

/** Sign-in, sessions, and who a bearer token is. */
export function install(app: FastifyInstance, ground: Ground): void {
  setAuthenticator(app, (token) => callerOfToken(ground, token))
  accountRoutes(app, ground)
}
