import type { AppContext } from '#platform/context.ts'
import { hours } from '#shared/units.ts'
import { ASK_CHANNEL_EVERY, QUOTE_TIME } from '../../contract.ts'
import { channelOf, endAtChannel, isUnavailable, readChannelAgreement } from '../channels.ts'
import { type CurrentPlan, findCurrentPlan, quotePlan } from '../currentPlan.ts'
import {
  type AgreementRecord,
  claimAgreementCheck,
  findAgreement,
  listAgreements,
  lockPayments,
  updateAgreement,
} from '../storeAgreements.ts'
import { applyPaidTime, resumeReplaced, stopCharges } from './applyCharge.ts'
import { charge, isBeingCharged } from './charge.ts'
import { chargeJob, endAgreementJob } from './jobs.ts'
import { shiftAgreements } from './shiftAgreements.ts'
import { meTopic } from '#features/account/contract.ts'

/** Reads an agreement from its channel: charges it once it was signed, and stops charging once it was ended. */
export async function syncAgreement(ctx: AppContext, { subId }: { subId: string }): Promise<void> {
  const stored = await findAgreement(ctx, subId)
  if (!stored) throw new Error(`there is no agreement ${subId}`)
  const channel = channelOf(ctx, stored.platform)
  const { state, clockOffset } = (await readChannelAgreement(channel, subId)) ?? {
    state: 'pending',
    clockOffset: stored.clock_offset_ms,
  }
  const isOver = state === 'pending' && stored.expire_time <= ctx.clock.now()
  if (isOver) await endAtChannel(channel, subId)
  await ctx.transaction(async (tx) => {
    await lockPayments(tx, stored.user_id ?? subId)
    if (stored.user_id !== null) await shiftAgreements(tx, stored.user_id, clockOffset)
    const agreement = (await findAgreement(tx, subId)) ?? stored
    if (state === 'signed') await onSigned(tx, agreement)
    else if (state === 'ended' || isOver) await onEnded(tx, agreement)
  })
}

const UNSIGNED: readonly AgreementRecord['state'][] = ['creating', 'pending', 'expired', 'create_failed']

/** A signed agreement counts even after its QR code expired, but not if the change is no longer the one shown. */
async function onSigned(tx: AppContext, agreement: AgreementRecord): Promise<void> {
  const { sub_id: subId, user_id: userId, state } = agreement
  if (userId === null || ['failed', 'ended'].includes(state)) return await tx.jobs.send(endAgreementJob, { subId })
  if (UNSIGNED.includes(state)) {
    const startsAt = await agreedStart(tx, userId, agreement)
    if (!startsAt) {
      tx.log.warn({ subId }, 'a plan is not charged: it is a second one, or not what was shown any more')
      return await drop(tx, agreement, 'failed')
    }
    await updateAgreement(tx, subId, { state: 'signed', starts_at: startsAt, charge_at: startsAt })
    await replaceWaiting(tx, userId, agreement)
    await tx.live.publish(meTopic, { userId })
  }
  await tx.jobs.send(chargeJob, { subId })
}

/**
 * Returns when a plan agreed to now begins, or null when it no longer matches what was shown: the running plan is not the one it
 * was chosen to follow, another plan is about to begin, or an upgrade would cost a different amount.
 */
async function agreedStart(tx: AppContext, userId: string, agreement: AgreementRecord): Promise<Date | null> {
  const { sub_id, replaces, change, starts_at } = agreement
  const current = await findCurrentPlan(tx, userId)
  if (current && current.agreement.sub_id !== replaces) return null
  for (const other of await listAgreements(tx, userId)) {
    if (other.sub_id === sub_id || other.state !== 'signed') continue
    const isReplaced = other.change === 'downgrade' && other.replaces === replaces
    if (!isReplaced || (await isBeingCharged(tx, other.sub_id))) return null
  }
  if (change === 'downgrade') return current?.paidUntil ?? starts_at
  if (!current) return change === 'new' ? starts_at : null
  return isSameChange(tx, current, agreement) ? starts_at : null
}

/** How long after its quote an upgrade can be agreed to: the value of the old plan shrinks in the meantime. */
const LATEST_UPGRADE = hours(24)

function isSameChange(tx: AppContext, current: CurrentPlan, { sku, change, made_at, first_amount }: AgreementRecord): boolean {
  if (tx.clock.now().getTime() - made_at.getTime() > LATEST_UPGRADE) return false
  const quotes = [new Date(made_at.getTime() - QUOTE_TIME), made_at].map((time) => quotePlan(current, sku, time))
  const amounts = quotes.flatMap((quote) => (quote?.type === change ? quote.amount : []))
  return Math.min(...amounts) <= first_amount && Math.max(...amounts) >= first_amount
}

/** Cancels a plan that waits for the same time, and the renewal of the running plan if another one follows it. */
async function replaceWaiting(tx: AppContext, userId: string, { sub_id, replaces, change }: AgreementRecord): Promise<void> {
  if (replaces === null) return
  for (const other of await listAgreements(tx, userId))
    if (other.sub_id !== sub_id && other.replaces === replaces && other.state === 'signed') await drop(tx, other, 'ended')
  if (change !== 'downgrade') return
  await updateAgreement(tx, replaces, { charge_at: null })
  await applyPaidTime(tx, { user_id: userId, sub_id: replaces })
}

async function drop(tx: AppContext, agreement: AgreementRecord, state: 'failed' | 'ended'): Promise<void> {
  await stopCharges(tx, agreement.sub_id, state)
  await resumeReplaced(tx, agreement)
}

/** Cancels the plan that would follow a running one, which then renews. */
export const forgetNext = (tx: AppContext, next: AgreementRecord): Promise<void> => drop(tx, next, 'ended')

/** The customer has canceled it in the app, or its QR code has expired. The paid time remains. */
async function onEnded(tx: AppContext, agreement: AgreementRecord): Promise<void> {
  const { sub_id: subId, state, user_id: userId } = agreement
  if (['failed', 'ended'].includes(state)) return
  if (state === 'active') {
    await updateAgreement(tx, subId, { renews: false, charge_at: null })
    await applyPaidTime(tx, agreement)
  } else {
    await updateAgreement(tx, subId, { state: state === 'signed' ? 'ended' : 'expired', renews: false, charge_at: null })
    await resumeReplaced(tx, agreement)
  }
  if (userId !== null) await tx.live.publish(meTopic, { userId })
}

/** Ends an agreement at its channel. */
export async function endAgreement(ctx: AppContext, { subId }: { subId: string }): Promise<void> {
  const agreement = await findAgreement(ctx, subId)
  if (!agreement) return
  await endAtChannel(channelOf(ctx, agreement.platform), subId)
  if (agreement.user_id === null) return await updateAgreement(ctx, subId, { state: 'ended', renews: false, charge_at: null })
  const isRunning =
    ['creating', 'pending', 'signed'].includes(agreement.state) || agreement.charge_at !== null || agreement.renews
  if (isRunning) await syncAgreement(ctx, { subId })
}

/** Like `checkOrder`, for a plan whose page polls. A signed agreement is charged at once. */
export async function checkAgreement(ctx: AppContext, { sub_id: subId, state, expire_time }: AgreementRecord): Promise<void> {
  if (state !== 'pending' && state !== 'signed') return
  const now = ctx.clock.now()
  const since = expire_time <= now && state === 'pending' ? expire_time : new Date(now.getTime() - ASK_CHANNEL_EVERY)
  try {
    if (!(await claimAgreementCheck(ctx, subId, since))) return
    await syncAgreement(ctx, { subId })
    await charge(ctx, { subId })
  } catch (error) {
    if (!isUnavailable(error)) throw error
  }
}
