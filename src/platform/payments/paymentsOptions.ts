import { createHmac } from 'node:crypto'
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/db.ts'
import type { createJobs } from '#platform/jobs/pgBossJobs.ts'
import type { Log } from '#platform/log/log.ts'
import type { Sandbox } from './sandbox/customerTransaction.ts'

export type PaymentsOptions = {
  readonly config: Config
  readonly db: Db
  readonly jobs: ReturnType<typeof createJobs>
  readonly clock: Clock
  readonly log: Log
  /** A secret key of this installation. */
  readonly installationKey: Uint8Array
}

/** Returns the options of the sandbox. Its notifications are signed with a key derived from that of the installation. */
export function sandboxOptions({ config, db, jobs, clock, log, installationKey }: PaymentsOptions, notifyPath: string): Sandbox {
  const secret = createHmac('sha256', installationKey).update('sandbox notifications').digest()
  return { db, jobs, clock, log, secret, publicUrl: config.publicUrl, notifyPath }
}
