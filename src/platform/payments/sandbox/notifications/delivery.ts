import { z } from 'zod'
import { minutes, type Seconds } from '#shared/units.ts'
import { sqlExecutor } from '#platform/db/db.ts'
import { job } from '#platform/jobs/jobs.ts'
import { type Sandbox, tablesOf } from '../customerTransaction.ts'
import { signNotification, toNotification } from './signing.ts'
import { postNotification } from './postNotification.ts'
import { deliverEvent } from './queueDelivery.ts'
import type { EventRow, SandboxTables } from '../tables.ts'
import { withCustomer } from '../withCustomer.ts'

/** Delays after failed attempts. After the last one, only `listMissedNotifications` returns the event. */
const RETRY_DELAYS: readonly Seconds[] = [5, 30, 120, 600, 3600]
/** How often a notification is sent when duplicates are switched on. */
const DUPLICATES = 3
const DUE_PERIOD = minutes(1)

const processDueCustomers = job('payments.process-due-in-sandbox', z.object({}))

/** Registers the jobs of the sandbox: one sends notifications, the other processes what is due. */
export function registerSandboxJobs(sandbox: Sandbox): void {
  sandbox.jobs.work(deliverEvent, ({ eventId }) => deliver(sandbox, eventId))
  sandbox.jobs.work(processDueCustomers, () => processAllDue(sandbox))
  sandbox.jobs.schedule(DUE_PERIOD, processDueCustomers, {})
}

/** Sends a notification to this server, and queues another attempt when it is not acknowledged. */
async function deliver(sandbox: Sandbox, eventId: string): Promise<void> {
  const event = await tablesOf(sandbox)
    .selectFrom('sandbox_event')
    .innerJoin('sandbox_customer', 'sandbox_customer.customer_id', 'sandbox_event.customer_id')
    .selectAll('sandbox_event')
    .select('sends_duplicates')
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  if (!event || event.delivered_at !== null) return
  const outcomes: boolean[] = []
  for (let copy = 0; copy < (event.sends_duplicates ? DUPLICATES : 1); copy++) outcomes.push(await post(sandbox, event))
  const isAcknowledged = outcomes.includes(true)
  await sandbox.db.transaction().execute(async (tx) => {
    await tx
      .withTables<SandboxTables>()
      .updateTable('sandbox_event')
      .set({ attempts: event.attempts + 1, delivered_at: isAcknowledged ? sandbox.clock.now() : null })
      .where('event_id', '=', eventId)
      .execute()
    const startAfter = RETRY_DELAYS[event.attempts]
    if (isAcknowledged || startAfter === undefined) return
    await sandbox.jobs.withTransaction(sqlExecutor(tx).executeSql).send(deliverEvent, { eventId }, { startAfter })
  })
}

/** Returns whether this server acknowledged the notification. */
async function post({ secret, clock, log, publicUrl, notifyPath }: Sandbox, event: EventRow): Promise<boolean> {
  const notification = signNotification(secret, toNotification(event), clock.now())
  try {
    const status = await postNotification(publicUrl + notifyPath, notification)
    if (status >= 200 && status < 300) return true
    log.warn({ eventId: event.event_id, status }, 'a notification from the sandbox was not acknowledged')
  } catch (error) {
    log.warn({ err: error, eventId: event.event_id }, 'a notification from the sandbox could not be sent')
  }
  return false
}

/** Processes what is due for customers whose objects are not read. */
async function processAllDue(sandbox: Sandbox): Promise<void> {
  const customers = await tablesOf(sandbox)
    .selectFrom('sandbox_subscription')
    .select('customer_id')
    .distinct()
    .where('status', '!=', 'canceled')
    .union((query) => query.selectFrom('sandbox_checkout').select('customer_id').where('status', '=', 'open'))
    .execute()
  for (const { customer_id: id } of customers) await withCustomer(sandbox, id, async () => undefined)
}
