import { sql } from 'kysely'
import type { Seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { GrantRecord } from './storeGrants.ts'

/** The seconds that a task holds from its start until its transcript is saved. */
export type ReservationRecord = {
  task_id: string
  user_id: string
  file_id: string | null
  need: Seconds
  status: 'held' | 'settled' | 'released'
  made_at: Date
  closed_at: Date | null
}

/** The share of a reservation that one grant holds. */
export type ReservationPart = { task_id: string; grant_id: string; seconds: Seconds }

/** A part of a reservation, with the fields that decide where its seconds return to. */
export type HeldPart = Pick<GrantRecord, 'grant_id' | 'kind' | 'is_unlimited' | 'valid_until' | 'voided_at'> & {
  seconds: Seconds
}

const tables = (ctx: AppContext) =>
  ctx.db.withTables<{
    minute_reservation: ReservationRecord
    minute_reservation_part: ReservationPart
    minute_grant: GrantRecord
  }>()

export const findReservation = async (ctx: AppContext, taskId: string): Promise<ReservationRecord | undefined> =>
  tables(ctx).selectFrom('minute_reservation').selectAll().where('task_id', '=', taskId).executeTakeFirst()

export async function insertReservation(
  tx: AppContext,
  row: ReservationRecord,
  parts: readonly ReservationPart[],
): Promise<void> {
  await tables(tx).insertInto('minute_reservation').values(row).execute()
  await tables(tx).insertInto('minute_reservation_part').values(parts).execute()
}

/** Returns the parts of a reservation with their grants, in the order of use. */
export const listParts = async (ctx: AppContext, taskId: string): Promise<HeldPart[]> =>
  tables(ctx)
    .selectFrom('minute_reservation_part as part')
    .innerJoin('minute_grant as grant', 'grant.grant_id', 'part.grant_id')
    .select(['part.seconds', 'grant.grant_id', 'grant.kind', 'grant.is_unlimited', 'grant.valid_until', 'grant.voided_at'])
    .where('part.task_id', '=', taskId)
    .orderBy('grant.is_unlimited', 'desc')
    .orderBy(sql`"grant".valid_until asc nulls last`)
    .orderBy('grant.grant_id')
    .execute()

export const closeReservation = async (tx: AppContext, taskId: string, status: 'settled' | 'released'): Promise<void> =>
  void (await tables(tx)
    .updateTable('minute_reservation')
    .set({ status, closed_at: tx.clock.now() })
    .where('task_id', '=', taskId)
    .execute())

/** Returns the open reservations of a user's recordings. */
export const listHeldOfFiles = async (
  ctx: AppContext,
  userId: string,
  fileIds: readonly string[],
): Promise<ReservationRecord[]> =>
  fileIds.length === 0
    ? []
    : tables(ctx)
        .selectFrom('minute_reservation')
        .selectAll()
        .where('user_id', '=', userId)
        .where(sql<boolean>`file_id = any(${[...fileIds]}::text[])`)
        .where('status', '=', 'held')
        .execute()

/** Returns the open reservations of all users. */
export const listHeld = async (ctx: AppContext): Promise<ReservationRecord[]> =>
  tables(ctx).selectFrom('minute_reservation').selectAll().where('status', '=', 'held').execute()
