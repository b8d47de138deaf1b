import { newId } from '#shared/newId.ts'
import { seconds } from '#shared/units.ts'
import type { Clock } from '#platform/clock/clock.ts'
import type { Db } from '#platform/db/db.ts'
import type { createJobs } from '#platform/jobs/pgBossJobs.ts'
import type { Log } from '#platform/log/log.ts'
import type { CustomerRow, SandboxRef, SandboxTables, SandboxTransaction } from './tables.ts'

export type Sandbox = {
  readonly db: Db
  readonly jobs: ReturnType<typeof createJobs>
  readonly clock: Clock
  readonly log: Log
  /** The key that signs notifications and identifies cards. */
  readonly secret: Uint8Array
  readonly publicUrl: string
  /** The path of this server to which notifications are sent. */
  readonly notifyPath: string
}

/** A transaction that locks one customer, after everything that was due has been processed. */
export type CustomerTransaction = {
  readonly sandbox: Sandbox
  readonly tx: SandboxTransaction
  /** The stored customer. `updateCustomer` changes it. */
  readonly customer: CustomerRow
  /** The time of the customer's clock, in whole seconds. */
  readonly now: Date
  /** Adds a notification, which is sent when the transaction commits. */
  readonly emit: (type: string, ...objects: SandboxRef[]) => Promise<void>
}

/** Returns the database with the sandbox tables, outside of a transaction. */
export const tablesOf = ({ db }: Pick<Sandbox, 'db'>) => db.withTables<SandboxTables>()

/** Updates the row and the object. */
export async function updateCustomer({ tx, customer }: CustomerTransaction, changes: Partial<CustomerRow>): Promise<void> {
  Object.assign(customer, changes)
  await tx.updateTable('sandbox_customer').set(changes).where('customer_id', '=', customer.customer_id).execute()
}

export const customerNow = (
  { clock }: Pick<Sandbox, 'clock'>,
  { clock_offset_ms: offset }: Pick<CustomerRow, 'clock_offset_ms'>,
): Date => wholeSeconds(clock.now().getTime() + offset)

/** Rounds a time down to seconds, the precision of payment providers. */
export const wholeSeconds = (time: number): Date => new Date(Math.floor(time / seconds(1)) * seconds(1))

type IdPrefix = 'cus' | 'cs' | 'sub' | 'in' | 'pay' | 'evt' | 'portal'

/** Returns an unguessable id: it is all that is needed to open the pages of an object. */
export const createId = (prefix: IdPrefix, clock: Clock): string => `${prefix}_${newId(clock.now())}`
