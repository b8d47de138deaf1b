import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hours } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { sweepLimits } from '#platform/limits/limits.ts'
import { codeJobs } from './codes.ts'
import { codesRoutes } from './codesRoutes.ts'
import { desktopRoutes } from './desktopRoutes.ts'
import { identityJobs } from './identities.ts'
import { sweepInvitations } from './invitations.ts'
import { ssoPages } from './ssoPages.ts'
import { ssoRoutes } from './ssoRoutes.ts'
import { forgetSessions } from './store.ts'
import { forgetExpired } from './storeWays.ts'

const sweepWays = job('account.sweep-ways', z.object({}))

/** Registers the sign-in methods other than the password: identity providers, codes by e-mail and the desktop program. */
export function waysRoutes(app: FastifyInstance, ground: Ground): void {
  ssoPages(app, ground)
  ssoRoutes(app, ground)
  codesRoutes(app, ground)
  desktopRoutes(app, ground)
  identityJobs(ground)
  codeJobs(ground)
  ground.jobs.work(sweepWays, async () => {
    await sweepAccount(ground)
    await sweepLimits(ground.db, ground.clock)
  })
  ground.jobs.every(hours(1), sweepWays, {})
}

/** Deletes expired codes, tickets, OIDC states and sessions, and old invitations. */
export async function sweepAccount(ground: Ground): Promise<void> {
  await forgetExpired(ground)
  await forgetSessions(ground)
  await sweepInvitations(ground)
}
