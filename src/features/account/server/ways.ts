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
import { ssoPages } from './ssoPages.ts'
import { ssoRoutes } from './ssoRoutes.ts'
import { sweepAccount } from './sweepAccount.ts'

const sweepWays = job('account.sweep-ways', z.object({}))

/** The ways in beside the password: identity providers, codes by mail, the desktop program. */
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
