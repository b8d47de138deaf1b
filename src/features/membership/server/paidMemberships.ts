import { newId } from '#shared/newId.ts'
import { hours } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { Tier } from '../contract.ts'
import { restoreGrant, voidGrant } from './ledger/grants.ts'
import { quotaPeriod } from '../rules.ts'
import { type GrantRecord, listGrants, lockAccount, moveGrants, setGrantEnd } from './ledger/storeGrants.ts'
import { ensureMembership } from './plans.ts'
import { insertMembership, listMemberships, type MembershipRecord, updateMembership } from './store.ts'
import { meTopic } from '#features/account/contract.ts'

/** A contiguous time for which a plan or trial is paid. Its months are counted from `start`. */
export type PaidPlan = {
  /** Unique within the subscription, and stable when the plans are computed again. */
  readonly ref: string
  readonly tier: Tier
  readonly flag: 'Yearly' | 'Monthly'
  readonly isTrial: boolean
  readonly start: Date
  readonly end: Date
  /** What renews it at its end; null for nothing. */
  readonly renewal: 'stripe' | 'web' | null
  /** Whether the renewal payment may still be pending at its end. */
  readonly hasGrace: boolean
}

/**
 * Sets the memberships of a subscription to the paid plans, however often and in whatever order payments are reported. When a
 * membership ends earlier than before, its remaining minutes become void; if it is paid after all, they are restored.
 */
export async function setPaidMemberships(
  tx: AppContext,
  { userId, subscriptionId, plans }: { userId: string; subscriptionId: string; plans: readonly PaidPlan[] },
): Promise<void> {
  await lockAccount(tx, userId)
  await ensureMembership(tx, userId)
  const prefix = `${subscriptionId}:`
  const stored = (await listMemberships(tx, userId)).filter(({ source_ref }) => source_ref.startsWith(prefix))
  let isChanged = false
  for (const plan of plans) {
    const record = stored.find(({ source_ref }) => source_ref === prefix + plan.ref)
    if (record) isChanged = (await change(tx, record, plan)) || isChanged
    else isChanged = (await insertMembership(tx, toMembership(tx, userId, prefix, plan))) || isChanged
  }
  for (const record of stored)
    if (!plans.some(({ ref }) => prefix + ref === record.source_ref)) isChanged = (await end(tx, record)) || isChanged
  if (isChanged) await tx.live.publish(meTopic, { userId })
}

async function change(tx: AppContext, stored: MembershipRecord, plan: PaidPlan): Promise<boolean> {
  const record = await move(tx, stored, plan.start)
  const next = timesOf(plan)
  const isSame = (['expire_time', 'paid_until'] as const).every((name) => record[name]?.getTime() === next[name].getTime())
  if (isSame && record.renewal === next.renewal) return record !== stored
  const wasOver = isOver(tx, record)
  await updateMembership(tx, record.membership_id, next)
  await eachGrant(tx, record, (grant) => setEnd(tx, grant, record, next))
  const isNowOver = isOver(tx, next)
  const isShorter = record.expire_time !== null && next.expire_time < record.expire_time
  if (isNowOver && isShorter) await eachGrant(tx, record, ({ grant_id }) => voidGrant(tx, grant_id))
  if (wasOver && !isNowOver) await eachGrant(tx, record, ({ grant_id }) => restoreGrant(tx, grant_id))
  return true
}

/** Monthly minutes end with their month. Only those of the last paid month continue while the next payment is pending. */
async function setEnd(
  tx: AppContext,
  { grant_id, is_unlimited, valid_from, valid_until }: GrantRecord,
  { start_time }: MembershipRecord,
  { paid_until, expire_time }: ReturnType<typeof timesOf>,
): Promise<void> {
  const monthEnd = quotaPeriod(start_time, valid_from).end
  const end = is_unlimited || paid_until <= monthEnd ? expire_time : monthEnd
  if (end > valid_from && valid_until?.getTime() !== end.getTime()) await setGrantEnd(tx, grant_id, end)
}

/** The renewal payment is made about an hour after the paid time ends. */
const GRACE = hours(3)

/** The database requires the end to be after the start. */
function timesOf({ start, end, hasGrace, renewal }: PaidPlan) {
  const paidUntil = end > start ? end : new Date(start.getTime() + 1)
  const expireTime = hasGrace ? new Date(paidUntil.getTime() + GRACE) : paidUntil
  return { paid_until: paidUntil, expire_time: expireTime, renewal }
}

/** Moves a membership with its minutes, because its start changes when a test clock is advanced. */
async function move(tx: AppContext, record: MembershipRecord, start: Date): Promise<MembershipRecord> {
  const by = start.getTime() - record.start_time.getTime()
  if (by === 0 || !record.expire_time) return record
  const shift = (time: Date) => new Date(time.getTime() + by)
  const moved = {
    start_time: start,
    expire_time: shift(record.expire_time),
    paid_until: record.paid_until && shift(record.paid_until),
  }
  await updateMembership(tx, record.membership_id, moved)
  await moveGrants(tx, record.membership_id, by)
  return { ...record, ...moved }
}

/** Ends an unpaid membership: it was refunded, or its payment is disputed. */
async function end(tx: AppContext, record: MembershipRecord): Promise<boolean> {
  if (isOver(tx, record)) return false
  const end = new Date(Math.max(tx.clock.now().getTime(), record.start_time.getTime() + 1))
  await updateMembership(tx, record.membership_id, { expire_time: end, paid_until: end, renewal: null })
  await eachGrant(tx, record, ({ grant_id }) => voidGrant(tx, grant_id))
  return true
}

const isOver = (tx: AppContext, { expire_time }: Pick<MembershipRecord, 'expire_time'>): boolean =>
  expire_time !== null && expire_time <= tx.clock.now()

async function eachGrant(
  tx: AppContext,
  { user_id, membership_id }: MembershipRecord,
  work: (grant: GrantRecord) => Promise<unknown>,
): Promise<void> {
  for (const grant of await listGrants(tx, user_id)) if (grant.membership_id === membership_id) await work(grant)
}

const toMembership = (tx: AppContext, userId: string, prefix: string, plan: PaidPlan): MembershipRecord => ({
  membership_id: newId(tx.clock.now()),
  user_id: userId,
  tier: plan.tier,
  flag: plan.flag,
  start_time: plan.start,
  ...timesOf(plan),
  source: plan.isTrial ? 'trial' : 'payment',
  source_ref: prefix + plan.ref,
  made_at: tx.clock.now(),
})
