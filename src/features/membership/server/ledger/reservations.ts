import type { Seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { insertEntry, type MinuteEntry } from '../storeEntries.ts'
import { addGoodwill, listUsable } from './grants.ts'
import { changeGrant, lockAccount, type GrantRecord } from './storeGrants.ts'
import {
  closeReservation,
  findReservation,
  insertReservation,
  listHeld,
  listHeldOfFiles,
  listParts,
  type HeldPart,
  type ReservationRecord,
} from './storeReservations.ts'
import { meTopic } from '#features/account/contract.ts'

/** A recording as named in the history. */
export type UsedFile = { readonly id: string; readonly name: string }

type Reservation = {
  readonly userId: string
  readonly taskId: string
  readonly fileId: string
  /** Length of the audio, rounded up to whole seconds. */
  readonly seconds: Seconds
}

/**
 * Holds the minutes of a task until it is settled or released. Returns false, and changes nothing, when the user has too few.
 * Calls for the same task hold once. Nothing is held for 0 seconds.
 */
export async function reserveMinutes(tx: AppContext, { userId, taskId, fileId, seconds }: Reservation): Promise<boolean> {
  const need = Math.ceil(seconds)
  if (need <= 0) return true
  await lockAccount(tx, userId)
  if (await findReservation(tx, taskId)) return true
  const parts = allocate(await listUsable(tx, userId), need)
  if (sum(parts) < need) return false
  const row = { task_id: taskId, user_id: userId, file_id: fileId, need, made_at: tx.clock.now() }
  await insertReservation(
    tx,
    { ...row, status: 'held', closed_at: null },
    parts.map(({ grant, seconds: part }) => ({ task_id: taskId, grant_id: grant.grant_id, seconds: part })),
  )
  for (const { grant, seconds: part } of parts) await changeGrant(tx, grant.grant_id, { held: part, ...fromLeft(grant, part) })
  await addEntry(tx, row, { kind: 'hold', seconds: need })
  await tx.live.publish(meTopic, { userId })
  return true
}

type Settlement = {
  readonly userId: string
  readonly taskId: string
  readonly file: UsedFile | null
  /** The actual length, rounded up to whole seconds. */
  readonly seconds: Seconds
}

/**
 * Charges a task once by its actual length. Excess held minutes are released, and missing minutes are charged as far as any are
 * left. A task without a reservation, which began before reservations existed, is charged in the same way.
 */
export async function settleMinutes(tx: AppContext, { userId, taskId, file, seconds }: Settlement): Promise<void> {
  await lockAccount(tx, userId)
  const reservation = await findReservation(tx, taskId)
  if (reservation && reservation.status !== 'held') return
  const real = Math.ceil(seconds)
  let open = real
  for (const part of reservation ? await listParts(tx, taskId) : []) {
    const used = Math.min(open, part.seconds)
    open -= used
    await changeGrant(tx, part.grant_id, { held: 0 - part.seconds, used, ...toLeft(part, part.seconds - used) })
  }
  for (const { grant, seconds: part } of allocate(await listUsable(tx, userId), open)) {
    open -= part
    await changeGrant(tx, grant.grant_id, { used: part, ...fromLeft(grant, part) })
  }
  if (reservation) await closeReservation(tx, taskId, 'settled')
  const entry = { task_id: taskId, user_id: userId, file_id: file?.id ?? null }
  if (real - open > 0) await addEntry(tx, entry, { kind: 'use', seconds: real - open, file_name: file?.name ?? null })
  await tx.live.publish(meTopic, { userId })
}

/**
 * Releases the minutes held by a task. Minutes of a pack that has expired are replaced by goodwill for seven days. Returns the
 * released seconds: 0 when the task holds none, or only of an unlimited grant.
 */
export async function releaseMinutes(tx: AppContext, taskId: string): Promise<Seconds> {
  const held = await findReservation(tx, taskId)
  if (!held) return 0
  await lockAccount(tx, held.user_id)
  const reservation = await findReservation(tx, taskId)
  if (reservation?.status !== 'held') return 0
  let [goodwill, returned] = [0, 0]
  for (const part of await listParts(tx, taskId)) {
    const isLostPack =
      part.kind === 'pack' && part.voided_at === null && part.valid_until !== null && part.valid_until <= tx.clock.now()
    if (isLostPack) goodwill += part.seconds
    const givenBack = isLostPack ? { void: part.seconds } : toLeft(part, part.seconds)
    await changeGrant(tx, part.grant_id, { held: 0 - part.seconds, ...givenBack })
    if (!part.is_unlimited && part.voided_at === null) returned += part.seconds
  }
  await closeReservation(tx, taskId, 'released')
  if (goodwill > 0) await addGoodwill(tx, { userId: held.user_id, seconds: goodwill, sourceRef: `release:${taskId}` })
  await addEntry(tx, held, { kind: 'release', seconds: held.need })
  await tx.live.publish(meTopic, { userId: held.user_id })
  return returned
}

/** Releases the minutes held by tasks of deleted recordings. */
export async function releaseMinutesOfFiles(ctx: AppContext, userId: string, fileIds: readonly string[]): Promise<void> {
  for (const { task_id } of await listHeldOfFiles(ctx, userId, fileIds))
    await ctx.transaction((tx) => releaseMinutes(tx, task_id))
}

/** Returns the ids of all tasks that hold minutes. */
export const listHoldingTasks = async (ctx: AppContext): Promise<string[]> => (await listHeld(ctx)).map(({ task_id }) => task_id)

type Allocation = { grant: GrantRecord; seconds: Seconds }

/** Distributes `need` over the grants in order. The sum is smaller when there are too few seconds. */
function allocate(grants: readonly GrantRecord[], need: Seconds): Allocation[] {
  let open = need
  return grants.flatMap((grant) => {
    const seconds = grant.is_unlimited ? open : Math.min(open, grant.seconds_left)
    open -= seconds
    return seconds > 0 ? [{ grant, seconds }] : []
  })
}

const sum = (parts: readonly Allocation[]): Seconds => parts.reduce((total, { seconds }) => total + seconds, 0)
const fromLeft = ({ is_unlimited }: GrantRecord, seconds: Seconds) => (is_unlimited ? {} : { left: 0 - seconds })
const toLeft = ({ is_unlimited, voided_at }: HeldPart, seconds: Seconds) =>
  is_unlimited ? {} : voided_at ? { void: seconds } : { left: seconds }

const addEntry = async (
  tx: AppContext,
  { task_id, user_id, file_id }: Pick<ReservationRecord, 'task_id' | 'user_id' | 'file_id'>,
  what: Pick<MinuteEntry, 'kind' | 'seconds'> & { file_name?: string | null },
): Promise<void> => {
  // Entries of the first release have the source `task:<id>` for use.
  const source = what.kind === 'use' ? `task:${task_id}` : `${what.kind}:${task_id}`
  await insertEntry(tx, { user_id, file_id, source, ...what })
}
