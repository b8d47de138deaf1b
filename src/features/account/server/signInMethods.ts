import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { job } from '#platform/jobs/jobs.ts'
import { deleteExpiredLimits } from '#platform/limits/limits.ts'
import { registerCodeJobs } from './codes/emailCodes.ts'
import { codesRoutes } from './codes/codesRoutes.ts'
import { desktopRoutes } from './desktop/desktopRoutes.ts'
import { registerIdentityJobs } from './sso/identities.ts'
import { deleteOldInvitations } from './sign-up/invitations.ts'
import { ssoPages } from './sso/ssoPages.ts'
import { ssoRoutes } from './sso/ssoRoutes.ts'
import { deleteExpiredSessions } from './store.ts'
import { deleteExpiredSignIns } from './storeSignInMethods.ts'

const deleteExpiredJob = job('account.sweep-ways', z.object({}))

/** Registers the sign-in methods other than the password: identity providers, codes by e-mail and the desktop program. */
export function registerSignInMethods(app: FastifyInstance, ctx: AppContext): void {
  ssoPages(app, ctx)
  ssoRoutes(app, ctx)
  codesRoutes(app, ctx)
  desktopRoutes(app, ctx)
  registerIdentityJobs(ctx)
  registerCodeJobs(ctx)
  ctx.jobs.work(deleteExpiredJob, async () => {
    await deleteExpiredAccountData(ctx)
    await deleteExpiredLimits(ctx.db, ctx.clock)
  })
  ctx.jobs.schedule(hours(1), deleteExpiredJob, {})
}

/** Deletes expired codes, tickets, OIDC states and sessions, and old invitations. */
export async function deleteExpiredAccountData(ctx: AppContext): Promise<void> {
  await deleteExpiredSignIns(ctx)
  await deleteExpiredSessions(ctx)
  await deleteOldInvitations(ctx)
}
