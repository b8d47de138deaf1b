import { createHmac } from 'node:crypto'
import type { Clock } from '#platform/clock/clock.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/db/db.ts'
import type { createJobs } from '#platform/jobs/pgBossJobs.ts'
import type { Log } from '#platform/log/log.ts'
import type { PaymentGateway } from './payments.ts'

export type PaymentsOptions = {
  readonly config: Config
  readonly db: Db
  readonly jobs: ReturnType<typeof createJobs>
  readonly clock: Clock
  readonly log: Log
  /** A key of this installation. The sandbox signs its notifications with one that is derived from it. */
  readonly installationKey: Uint8Array
}

/**
 * Opens the configured provider of payments; null when nothing is sold here. The code of a provider is loaded only for its
 * configuration.
 */
export async function openPayments({
  config,
  db,
  jobs,
  clock,
  log,
  installationKey,
}: PaymentsOptions): Promise<PaymentGateway | null> {
  const { payments } = config
  if (payments.provider === 'none') return null
  if (payments.provider === 'stripe') {
    const { openStripe } = await import('./stripe/openStripe.ts')
    return openStripe(payments, { log, clock })
  }
  const { openSandbox } = await import('./sandbox/openSandbox.ts')
  const secret = createHmac('sha256', installationKey).update('sandbox notifications').digest()
  return openSandbox({ db, jobs, clock, log, secret, publicUrl: config.publicUrl })
}
