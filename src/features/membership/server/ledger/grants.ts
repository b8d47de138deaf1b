import { newId } from '#shared/newId.ts'
import { days, type Seconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { MONTHLY_SECONDS } from '../../contract.ts'
import { hasMembership, quotaPeriod } from '../../rules.ts'
import { insertEntry } from '../storeEntries.ts'
import type { MembershipRecord } from '../store.ts'
import { ensureMembership } from '../plans.ts'
import {
  findGrant,
  insertGrant,
  listUsableGrants,
  lockAccount,
  restoreGrantSeconds,
  voidGrantSeconds,
  type GrantRecord,
} from './storeGrants.ts'
import { meTopic } from '#features/account/contract.ts'

/** How long goodwill is valid. */
const GOODWILL_DAYS = 7

/** Minutes to grant. `validUntil` null: without end. */
export type NewGrant = {
  /** Set by a caller that shows the id. */
  readonly grantId?: string
  readonly userId: string
  readonly kind: 'pack' | 'goodwill'
  readonly seconds: Seconds
  readonly source: string
  readonly sourceRef: string
  readonly validUntil: Date | null
}

/** Grants minutes once per source. Returns false when they were granted before or would already have expired. */
export async function addGrant(
  tx: AppContext,
  { grantId, userId, kind, seconds, source, sourceRef, validUntil }: NewGrant,
): Promise<boolean> {
  await lockAccount(tx, userId)
  if (validUntil && validUntil <= tx.clock.now()) return false
  const grant = createGrant(tx, {
    ...(grantId !== undefined && { grant_id: grantId }),
    user_id: userId,
    kind,
    source,
    source_ref: sourceRef,
    seconds_total: seconds,
    valid_until: validUntil,
  })
  if (!(await insertGrant(tx, grant))) return false
  await insertEntry(tx, { user_id: userId, kind: 'grant', seconds, source: `grant:${source}:${sourceRef}` })
  await tx.live.publish(meTopic, { userId })
  return true
}

/** Grants goodwill for minutes that cannot return to their grant because it has expired. */
export async function addGoodwill(
  tx: AppContext,
  { userId, seconds, sourceRef }: Pick<NewGrant, 'userId' | 'seconds' | 'sourceRef'>,
): Promise<void> {
  const validUntil = new Date(tx.clock.now().getTime() + days(GOODWILL_DAYS))
  await addGrant(tx, { userId, kind: 'goodwill', seconds, source: 'goodwill', sourceRef, validUntil })
}

/**
 * Voids a grant: the rest immediately, and held seconds when their tasks release them. Returns the seconds already used. Rejects
 * with NotFound.
 */
export async function voidGrant(tx: AppContext, grantId: string): Promise<Seconds> {
  const { user_id } = (await findGrant(tx, grantId)) ?? notFound()
  await lockAccount(tx, user_id)
  const grant = (await findGrant(tx, grantId)) ?? notFound()
  if (grant.voided_at) return grant.seconds_used
  await voidGrantSeconds(tx, grantId)
  if (grant.seconds_left > 0)
    await insertEntry(tx, {
      user_id,
      kind: 'void',
      seconds: grant.seconds_left,
      source: `void:${grantId}:${newId(tx.clock.now())}`,
    })
  await tx.live.publish(meTopic, { userId: user_id })
  return grant.seconds_used
}

/** Restores a voided grant. Rejects with NotFound. */
export async function restoreGrant(tx: AppContext, grantId: string): Promise<void> {
  const { user_id } = (await findGrant(tx, grantId)) ?? notFound()
  await lockAccount(tx, user_id)
  const grant = (await findGrant(tx, grantId)) ?? notFound()
  if (!grant.voided_at) return
  await restoreGrantSeconds(tx, grantId)
  if (grant.seconds_void > 0)
    await insertEntry(tx, {
      user_id,
      kind: 'grant',
      seconds: grant.seconds_void,
      source: `restore:${grantId}:${newId(tx.clock.now())}`,
    })
  await tx.live.publish(meTopic, { userId: user_id })
}

/**
 * Returns the grants that a user may use now, in the order of their use. Creates the grant of the current month if it does not
 * exist. The account is locked.
 */
export async function listUsable(tx: AppContext, userId: string): Promise<GrantRecord[]> {
  const membership = await ensureMembership(tx, userId)
  const grant = monthlyGrant(tx, membership)
  if (grant) await insertGrant(tx, grant)
  return listUsableGrants(tx, userId, membership.membership_id)
}

/** Returns the grant for the current month of a membership, or undefined when it has none. */
export function monthlyGrant(ctx: AppContext, membership: MembershipRecord): GrantRecord | undefined {
  const { membership_id, user_id, tier, source, source_ref, start_time, expire_time, paid_until } = membership
  if (!hasMembership(tier)) return undefined
  const monthly = MONTHLY_SECONDS[tier]
  const now = ctx.clock.now()
  // While the next payment is pending, the last paid month continues.
  const isLastMonth = paid_until !== null && now >= paid_until
  const { start, end, month } = quotaPeriod(start_time, isLastMonth ? new Date(paid_until.getTime() - 1) : now)
  const grant = {
    user_id,
    membership_id,
    source: 'membership',
    kind: tier === 'starter' ? 'starter' : source === 'trial' ? 'trial' : 'plan',
  } as const
  if (monthly === null)
    return createGrant(ctx, {
      ...grant,
      source_ref: `${membership_id}:${tier}`,
      is_unlimited: true,
      valid_from: start_time,
      valid_until: expire_time,
    })
  // The start of a paid period can move with a test clock.
  const period = source_ref.includes(':') ? `month ${month}` : start.getTime()
  return createGrant(ctx, {
    ...grant,
    source_ref: `${membership_id}:${period}`,
    seconds_total: monthly,
    valid_from: start,
    valid_until: expire_time && (expire_time < end || (paid_until && paid_until <= end)) ? expire_time : end,
  })
}

function createGrant(
  ctx: AppContext,
  what: Pick<GrantRecord, 'user_id' | 'kind' | 'source' | 'source_ref' | 'valid_until'> & Partial<GrantRecord>,
): GrantRecord {
  const at = ctx.clock.now()
  const seconds = { seconds_total: 0, seconds_left: what.seconds_total ?? 0, seconds_held: 0, seconds_used: 0, seconds_void: 0 }
  const common = { membership_id: null, is_unlimited: false, valid_from: at, voided_at: null, made_at: at }
  return { grant_id: newId(at), ...seconds, ...common, ...what }
}

function notFound(): never {
  throw new NotFound()
}
