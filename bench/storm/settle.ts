import { systemClock } from '#platform/clock/clock.ts'
import { createJobs } from '#platform/jobs/pgBossJobs.ts'
import { quietLog } from '#platform/log/log.ts'
import { minutes, seconds } from '#shared/units.ts'
import { query, type Shop } from './shop.ts'
import type { Storm } from './storm.ts'

const LONGEST_DRAIN = minutes(6)
const MAX_ROUNDS = 6

/**
 * Waits for everything in progress, then runs the schedules of the feature until no notification is missing, and once more. They
 * are queued on the server and run by its worker. A notification whose job gave up is found by a sweep after ten minutes; instead
 * of waiting, its time is set eleven minutes back.
 */
export async function settle(
  shop: Shop,
  databaseUrl: string,
  { feature, fetchesLost }: Pick<Storm, 'feature' | 'fetchesLost'>,
): Promise<void> {
  const jobs = createJobs({ url: databaseUrl, clock: systemClock, log: quietLog, supervise: false })
  await jobs.start({ processJobs: false })
  const runSchedules = async () => {
    for (const { job } of feature.schedules ?? []) {
      await jobs.send(job, {})
      await drain(shop)
    }
  }
  try {
    await drain(shop)
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const late = await query(
        shop,
        `update payment_notification set received_at = received_at - interval '11 minutes' where handled_at is null returning 1`,
      )
      if (late.length > 0) shop.journal.count('notifications whose job was given up', late.length)
      const isComplete = late.length === 0 && !(fetchesLost && (await isSomeLost(shop)))
      await runSchedules()
      if (round > 0 && isComplete) return
    }
  } finally {
    await jobs.stop()
  }
}

async function isSomeLost(shop: Shop): Promise<boolean> {
  const lost = await query(
    shop,
    'select 1 from sandbox_event left join payment_notification using (event_id) where handled_at is null',
  )
  return lost.length > 0
}

type WaitingJob = { name: string; state: string; retry_count: number; message: string | null }

/**
 * Waits until no jobs are queued or running, except those that have failed three times with the same error. Notifications not
 * delivered by then count as lost and are fetched by the sweep.
 */
async function drain(shop: Shop): Promise<void> {
  const startedAt = systemClock.now().getTime()
  for (let quiet = 0; ;) {
    const waiting = await query<WaitingJob>(
      shop,
      `select name, state, retry_count, output->>'message' as message from pgboss.job
       where state in ('created', 'retry', 'active') and name <> 'payments.deliver-sandbox-event'`,
    )
    const hopeless = waiting.filter(({ state, retry_count, message }) => state === 'retry' && retry_count > 2 && message !== null)
    quiet = waiting.length === hopeless.length ? quiet + 1 : 0
    const isTooLong = systemClock.now().getTime() - startedAt > LONGEST_DRAIN
    if (quiet === 2) for (const { name, message } of hopeless) shop.failingJobs.add(`${name}: ${message}`)
    if (isTooLong) shop.journal.wrong('jobs that do not end', waiting.map(({ name, message }) => `${name} ${message}`).join(', '))
    if (quiet === 2 || isTooLong) return
    await systemClock.wait(seconds(0.5))
  }
}
