import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { setAuthenticator } from '#platform/http/caller.ts'
import { invitationsRoutes } from './server/sign-up/invitationsRoutes.ts'
import { privacyRoutes } from './server/privacy/privacyRoutes.ts'
import { reauthenticationRoutes } from './server/password/reauthenticationRoutes.ts'
import { registerErasure } from './server/deletion/removeAccount.ts'
import { accountRoutes } from './server/accountRoutes.ts'
import { bindLinksToSessions, authenticateToken } from './server/sessions/sessions.ts'
import { sessionsRoutes } from './server/sessions/sessionsRoutes.ts'
import { registerSignInMethods } from './server/signInMethods.ts'

export { accountTakenOver } from './server/codes/emailCodes.ts'
export { exportPersonalData } from './server/privacy/exportPersonalData.ts'
export { type AccountProfile, updateAccountProfile, readAccountProfile } from './server/accountProfile.ts'
export { removeAccount } from './server/deletion/removeAccount.ts'
export { isSessionActive, sessionBinding } from './server/sessions/sessions.ts'
export { accountCreated, setupToken } from './server/sign-up/signUp.ts'
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
