import { sqlExecutor } from '#platform/db/db.ts'
import { json } from '#platform/db/json.ts'
import { PaymentError } from '../payments.ts'
import { createId, customerNow, type CustomerTransaction, type Sandbox } from './customerTransaction.ts'
import { processDue } from './billing/processDue.ts'
import { queueDelivery } from './notifications/queueDelivery.ts'
import type { SandboxRef, SandboxTables } from './tables.ts'

/** Runs `work` while the customer is locked against other changes. Throws PaymentError `notFound`. */
export function withCustomer<T>(
  sandbox: Sandbox,
  customerId: string,
  work: (transaction: CustomerTransaction) => Promise<T>,
): Promise<T> {
  return sandbox.db.transaction().execute(async (plainTx) => {
    const tx = plainTx.withTables<SandboxTables>()
    const customer = await tx
      .selectFrom('sandbox_customer')
      .selectAll()
      .where('customer_id', '=', customerId)
      .forUpdate()
      .executeTakeFirst()
    if (!customer) throw new PaymentError('notFound', `there is no customer ${customerId}`)
    const jobs = sandbox.jobs.withTransaction(sqlExecutor(plainTx).executeSql)
    const transaction = {
      sandbox,
      tx,
      customer,
      now: customerNow(sandbox, customer),
      emit: async (type: string, ...objects: SandboxRef[]) => {
        const created_at = sandbox.clock.now()
        const event = { event_id: createId('evt', sandbox.clock), customer_id: customerId, type, created_at }
        const { event_id, n } = await tx
          .insertInto('sandbox_event')
          .values({ ...event, objects: json(objects) })
          .returning(['event_id', 'n'])
          .executeTakeFirstOrThrow()
        await queueDelivery(jobs, customer, { eventId: event_id, n })
      },
    }
    await processDue(transaction)
    return work(transaction)
  })
}
