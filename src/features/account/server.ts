import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { setAuthenticator } from '#platform/http/caller.ts'
import { invitationsRoutes } from './server/invitationsRoutes.ts'
import { privacyRoutes } from './server/privacyRoutes.ts'
import { proofRoutes } from './server/proofRoutes.ts'
import { installErasing } from './server/removeAccount.ts'
import { accountRoutes } from './server/routes.ts'
import { bindLinksToSessions, callerOfToken } from './server/sessions.ts'
import { sessionsRoutes } from './server/sessionsRoutes.ts'
import { waysRoutes } from './server/ways.ts'

export { accountTakenOver } from './server/codes.ts'
export { dataOf } from './server/dataOf.ts'
export { type Person, changePerson, readPerson } from './server/person.ts'
export { removeAccount } from './server/removeAccount.ts'
export { isSignedIn, sessionBinding } from './server/sessions.ts'
export { accountMade, setupToken } from './server/signUp.ts'
export { hasAccounts, holdAccount } from './server/store.ts'

/** Registers the routes and jobs for accounts, sign-in and sessions, and how a bearer token is authenticated. */
export function install(app: FastifyInstance, ground: Ground): void {
  setAuthenticator(app, (token) => callerOfToken(ground, token))
  bindLinksToSessions(ground)
  accountRoutes(app, ground)
  waysRoutes(app, ground)
  sessionsRoutes(app, ground)
  invitationsRoutes(app, ground)
  privacyRoutes(app, ground)
  proofRoutes(app, ground)
  installErasing(ground)
}
