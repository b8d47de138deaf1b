import type { AppContext } from '#platform/context.ts'
import { ASK_CHANNEL_EVERY } from '../../contract.ts'
import { channelOf, endAtChannel, isUnavailable, readChannelAgreement } from '../channels.ts'
import { findCurrentPlan } from '../currentPlan.ts'
import {
  type AgreementRecord,
  claimAgreementCheck,
  findAgreement,
  listAgreements,
  lockPayments,
  updateAgreement,
} from '../storeAgreements.ts'
import { applyPaidTime } from './applyCharge.ts'
import { charge } from './charge.ts'
import { chargeJob, endAgreementJob } from './jobs.ts'
import { shiftAgreements } from './shiftAgreements.ts'

/** Reads an agreement from its channel: one that was signed is charged, one that was ended is charged no more. */
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

/** An agreement counts when it was signed, also after its QR code expired. A second one beside a running one is ended. */
async function onSigned(tx: AppContext, agreement: AgreementRecord): Promise<void> {
  const { sub_id: subId, user_id: userId, state } = agreement
  if (userId === null || ['failed', 'ended'].includes(state)) return await tx.jobs.send(endAgreementJob, { subId })
  if (UNSIGNED.includes(state)) {
    if (await isSecond(tx, userId, agreement)) {
      tx.log.warn({ subId }, 'a second plan of one user is not charged')
      return await drop(tx, subId, 'failed')
    }
    await updateAgreement(tx, subId, { state: 'signed', charge_at: agreement.starts_at })
    await replaceWaiting(tx, userId, agreement)
    await tx.live.publish({ userId, topic: 'me', id: '' })
  }
  await tx.jobs.send(chargeJob, { subId })
}

/** Whether another plan runs now than the one it was chosen to follow, or another one is about to. */
async function isSecond(tx: AppContext, userId: string, { sub_id, replaces, change }: AgreementRecord): Promise<boolean> {
  const current = await findCurrentPlan(tx, userId)
  if (current ? current.agreement.sub_id !== replaces : change === 'upgrade') return true
  return (await listAgreements(tx, userId)).some(
    (other) =>
      other.sub_id !== sub_id && other.state === 'signed' && (other.change !== 'downgrade' || other.replaces !== replaces),
  )
}

/** A plan that waits for the same moment is forgotten, and the running one is not charged again when another one follows it. */
async function replaceWaiting(tx: AppContext, userId: string, { sub_id, replaces, change }: AgreementRecord): Promise<void> {
  if (replaces === null) return
  for (const other of await listAgreements(tx, userId))
    if (other.sub_id !== sub_id && other.replaces === replaces && other.state === 'signed') await drop(tx, other.sub_id, 'ended')
  if (change !== 'downgrade') return
  await updateAgreement(tx, replaces, { charge_at: null })
  await applyPaidTime(tx, { user_id: userId, sub_id: replaces })
}

async function drop(tx: AppContext, subId: string, state: 'failed' | 'ended'): Promise<void> {
  await updateAgreement(tx, subId, { state, renews: false, charge_at: null })
  await tx.jobs.send(endAgreementJob, { subId })
}

/** Forgets the plan that would follow a running one, which is charged again when its paid time ends. */
export async function forgetNext(
  tx: AppContext,
  next: AgreementRecord,
  running: AgreementRecord,
  paidUntil: Date,
): Promise<void> {
  await drop(tx, next.sub_id, 'ended')
  await updateAgreement(tx, running.sub_id, { charge_at: running.renews ? paidUntil : null })
  await applyPaidTime(tx, running)
}

/** The customer has ended it in the app, or its QR code has expired. The paid time goes on. */
async function onEnded(tx: AppContext, agreement: AgreementRecord): Promise<void> {
  const { sub_id: subId, state, user_id: userId } = agreement
  if (['failed', 'ended'].includes(state)) return
  if (state === 'active') {
    await updateAgreement(tx, subId, { renews: false, charge_at: null })
    await applyPaidTime(tx, agreement)
  } else await updateAgreement(tx, subId, { state: state === 'signed' ? 'ended' : 'expired', renews: false, charge_at: null })
  if (userId !== null) await tx.live.publish({ userId, topic: 'me', id: '' })
}

/** Ends an agreement at its channel. */
export async function endAgreement(ctx: AppContext, { subId }: { subId: string }): Promise<void> {
  const agreement = await findAgreement(ctx, subId)
  if (!agreement) return
  await endAtChannel(channelOf(ctx, agreement.platform), subId)
  if (agreement.user_id === null) return await updateAgreement(ctx, subId, { state: 'ended', renews: false, charge_at: null })
  const isRunning = ['creating', 'pending', 'signed'].includes(agreement.state) || agreement.charge_at !== null
  if (isRunning) await syncAgreement(ctx, { subId })
}

/** As `checkOrder`, for a plan whose page waits. A signed one is charged at once. */
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
