import { sql } from 'kysely'
import type { Millis } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { PayPlatform } from '#platform/payments/qr/qrPayments.ts'
import type { PlanChange, PlanKey } from '../rules.ts'

export type AgreementState = 'creating' | 'pending' | 'signed' | 'active' | 'expired' | 'create_failed' | 'failed' | 'ended'

/** A plan with recurring charges. */
export type AgreementRecord = {
  /** Also the number of the agreement at the channel. */
  sub_id: string
  /** Null after the account is deleted. */
  user_id: string | null
  platform: PayPlatform
  sku: PlanKey
  price: number
  /** `signed`: agreed to but not charged yet. `active`: paid. */
  state: AgreementState
  qrcode: string | null
  expire_time: Date
  change: PlanChange['type']
  /** The plan that this one follows. */
  replaces: string | null
  first_amount: number
  starts_at: Date
  extra_ms: number
  renews: boolean
  /** When the next charge is due; null for none. */
  charge_at: Date | null
  tries: number
  announced_for: Date | null
  clock_offset_ms: number
  asked_at: Date | null
  made_at: Date
}

const tables = (ctx: AppContext) => ctx.db.withTables<{ billing_qr_agreement: AgreementRecord }>()

export const findAgreement = async (ctx: AppContext, subId: string): Promise<AgreementRecord | undefined> =>
  tables(ctx).selectFrom('billing_qr_agreement').selectAll().where('sub_id', '=', subId).executeTakeFirst()

/** Returns the plan of a user whose QR code is open. */
export const findOpenAgreement = async (ctx: AppContext, userId: string): Promise<AgreementRecord | undefined> =>
  tables(ctx)
    .selectFrom('billing_qr_agreement')
    .selectAll()
    .where('user_id', '=', userId)
    .where('state', 'in', ['creating', 'pending'])
    .executeTakeFirst()

/** Marks a plan as expired. Does nothing when it was agreed to. */
export const expireAgreement = async (ctx: AppContext, subId: string): Promise<void> =>
  void (await tables(ctx)
    .updateTable('billing_qr_agreement')
    .set({ state: 'expired' })
    .where('sub_id', '=', subId)
    .where('state', 'in', ['creating', 'pending'])
    .execute())

/** Stores the QR code of a plan. Returns whether it can be agreed to: it may have been closed in the meantime. */
export async function setAgreementCode(ctx: AppContext, subId: string, qrcode: string): Promise<boolean> {
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('billing_qr_agreement')
    .set({ qrcode, state: 'pending' })
    .where('sub_id', '=', subId)
    .where('state', '=', 'creating')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the agreements of a user, newest first. */
export const listAgreements = async (ctx: AppContext, userId: string): Promise<AgreementRecord[]> =>
  tables(ctx).selectFrom('billing_qr_agreement').selectAll().where('user_id', '=', userId).orderBy('made_at', 'desc').execute()

/** Inserts an agreement. Returns false when the user has an open one. */
export async function insertAgreement(ctx: AppContext, row: AgreementRecord): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(ctx)
    .insertInto('billing_qr_agreement')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Claims the announcement of a charge. Returns false when it was already announced. */
export async function claimAnnouncement(tx: AppContext, subId: string, chargeAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(tx)
    .updateTable('billing_qr_agreement')
    .set({ announced_for: chargeAt })
    .where('sub_id', '=', subId)
    .where('announced_for', 'is distinct from', chargeAt)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type AgreementChange = Partial<
  Pick<AgreementRecord, 'state' | 'qrcode' | 'renews' | 'charge_at' | 'tries' | 'starts_at' | 'clock_offset_ms'>
>

export const updateAgreement = async (ctx: AppContext, subId: string, change: AgreementChange): Promise<void> =>
  void (await tables(ctx).updateTable('billing_qr_agreement').set(change).where('sub_id', '=', subId).execute())

/** Claims a check of an agreement at its channel. Returns false when it was checked after `since`. */
export async function claimAgreementCheck(ctx: AppContext, subId: string, since: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(ctx)
    .updateTable('billing_qr_agreement')
    .set({ asked_at: ctx.clock.now() })
    .where('sub_id', '=', subId)
    .where(({ eb, or }) => or([eb('asked_at', 'is', null), eb('asked_at', '<=', since)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Returns the agreements that are due before a time, and those of deleted accounts that have not ended. */
export const listDue = async (ctx: AppContext, before: Date): Promise<AgreementRecord[]> =>
  tables(ctx)
    .selectFrom('billing_qr_agreement')
    .selectAll()
    .where(({ eb, and, or }) =>
      or([
        eb('charge_at', '<=', before),
        and([eb('user_id', 'is', null), eb('state', 'in', ['creating', 'pending', 'signed', 'active'])]),
        and([eb('state', 'in', ['creating', 'pending']), eb('expire_time', '<', ctx.clock.now())]),
      ]),
    )
    .orderBy('charge_at')
    .limit(1000)
    .execute()

/** Returns the agreements with a future charge. */
export const listRunning = async (ctx: AppContext): Promise<Pick<AgreementRecord, 'sub_id'>[]> =>
  tables(ctx)
    .selectFrom('billing_qr_agreement')
    .select('sub_id')
    .where('state', 'in', ['signed', 'active'])
    .where('renews', '=', true)
    .execute()

/** Serializes changes to the payments of one user until the end of the transaction. */
export const lockPayments = async (tx: AppContext, userId: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended(${`payments of ${userId}`}, 0))`.execute(tx.db))

/** Moves the times of an agreement back. */
export const moveAgreement = async (
  tx: AppContext,
  subId: string,
  { clockOffset, by }: { clockOffset: Millis; by: Millis },
): Promise<void> =>
  void (await sql`
    update billing_qr_agreement
    set clock_offset_ms = ${clockOffset}, starts_at = starts_at - ${interval(by)}, charge_at = charge_at - ${interval(by)}
    where sub_id = ${subId}`.execute(tx.db))

const interval = (by: Millis) => sql`make_interval(secs => ${by / 1000}::double precision)`
