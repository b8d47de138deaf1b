import { type Seconds, unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { MONTHLY_SECONDS } from '../contract.ts'
import { type MembershipType, type QuotaPeriod, UNLIMITED_SECONDS, hasMembership, quotaPeriod } from '../rules.ts'
import { type MembershipRecord, currentMembership, sumEntries, insertEntry } from './store.ts'
import { newId } from '#shared/newId.ts'
import { readAccountProfile } from '#features/account/server.ts'

/** The tier and the minutes of a user. Times are unix seconds. */
export type Membership = {
  readonly type: MembershipType
  readonly flag: 'Yearly' | 'Monthly' | ''
  readonly startTime: Seconds
  /** 0 if the membership does not expire. */
  readonly expireTime: Seconds
  /** When the monthly quota resets. */
  readonly resetTime: Seconds
  /** Both are UNLIMITED_SECONDS if the tier is unlimited. */
  readonly secondsLeft: Seconds
  readonly secondsTotal: Seconds
  /** True if the user has ever transcribed a recording. */
  readonly hasUse: boolean
}

/** Returns the user's current tier and minutes. `secondsLeft` is always between 0 and `secondsTotal`. */
export async function readMembership(ctx: AppContext, userId: string, accountCreatedAt: Date): Promise<Membership> {
  const record = await currentMembership(ctx, userId)
  const type = record?.tier ?? 'starter'
  const period = currentPeriod(ctx, record, accountCreatedAt)
  const { granted, used, hasUse } = await sumEntries(ctx, userId, period.start)
  const monthly = hasMembership(type) ? MONTHLY_SECONDS[type] : 0
  const total = monthly === null ? UNLIMITED_SECONDS : monthly + granted
  return {
    type,
    flag: record?.flag ?? '',
    startTime: unixSeconds(record?.start_time ?? accountCreatedAt),
    expireTime: record?.expire_time ? unixSeconds(record.expire_time) : 0,
    resetTime: unixSeconds(period.end),
    secondsLeft: monthly === null ? total : Math.max(0, Math.min(total, total - used)),
    secondsTotal: total,
    hasUse,
  }
}

/** Returns the current quota period. Periods start with the membership, for a starter with the account. */
const currentPeriod = (ctx: AppContext, record: MembershipRecord | undefined, accountCreatedAt: Date): QuotaPeriod =>
  quotaPeriod(record?.start_time ?? accountCreatedAt, ctx.clock.now())

/** Returns whether the user has a tier and may therefore upload recordings (B§6). Starters may upload. */
export const isUploadAllowed = async (ctx: AppContext, userId: string): Promise<boolean> =>
  hasMembership((await currentMembership(ctx, userId))?.tier ?? 'starter')

type Usage = {
  readonly userId: string
  /** The recording; null for none. */
  readonly file: { readonly id: string; readonly name: string } | null
  /** Duration of the audio. It is rounded up to whole seconds. Nothing is recorded for 0. */
  readonly seconds: Seconds
  /** The cause of the use, for example `task:<id>`. Each source is counted once. */
  readonly source: string
}

/**
 * Records used transcription time. Called in the transaction that completes the transcription. It does not enforce the quota,
 * because minutes cannot be bought yet; later they will be reserved before the transcription starts (A§6). Throws NotFound if the
 * account no longer exists.
 */
export async function recordUsage(tx: AppContext, { userId, file, seconds, source }: Usage): Promise<void> {
  const roundedSeconds = Math.ceil(seconds)
  if (roundedSeconds <= 0) return
  const { createdAt } = await readAccountProfile(tx, userId)
  const { start } = currentPeriod(tx, await currentMembership(tx, userId), createdAt)
  const at = tx.clock.now()
  const isNew = await insertEntry(tx, {
    user_id: userId,
    entry_id: newId(at),
    kind: 'use',
    seconds: roundedSeconds,
    file_id: file?.id ?? null,
    file_name: file?.name ?? null,
    source,
    period_start: start,
    at,
  })
  if (isNew) await tx.live.publish({ userId, topic: 'me', id: '' })
}
