import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/ground.ts'
import { setAuthenticator } from '#platform/http/caller.ts'
import { invitationsRoutes } from './server/invitationsRoutes.ts'
import { privacyRoutes } from './server/privacyRoutes.ts'
import { reauthenticationRoutes } from './server/proofRoutes.ts'
import { registerErasure } from './server/removeAccount.ts'
import { accountRoutes } from './server/routes.ts'
import { bindLinksToSessions, authenticateToken } from './server/sessions.ts'
import { sessionsRoutes } from './server/sessionsRoutes.ts'
import { registerSignInMethods } from './server/ways.ts'

export { accountTakenOver } from './server/codes.ts'
export { exportPersonalData } from './server/dataOf.ts'
export { type AccountProfile, updateAccountProfile, readAccountProfile } from './server/person.ts'
export { removeAccount } from './server/removeAccount.ts'
export { isSessionActive, sessionBinding } from './server/sessions.ts'
export { accountCreated, setupToken } from './server/signUp.ts'
export { hasAccounts, lockAccountForShare } from './server/store.ts'

/** Registers the routes and jobs for accounts, sign-in and sessions, and how a bearer token is authenticated. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  setAuthenticator(app, (token) => authenticateToken(ctx, token))
  bindLinksToSessions(ctx)
  accountRoutes(app, ctx)
  registerSignInMethods(app, ctx)
  sessionsRoutes(app, ctx)
  invitationsRoutes(app, ctx)
  privacyRoutes(app, ctx)
  reauthenticationRoutes(app, ctx)
  registerErasure(ctx)
}
