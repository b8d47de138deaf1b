import { days } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { channelOf, isUnavailable } from '../channels.ts'
import { type AgreementRecord, listDue, updateAgreement } from '../storeAgreements.ts'
import { chargeJob, endAgreementJob, syncAgreementJob } from './jobs.ts'

/** How long before a charge the customer is notified. */
const NOTICE = days(5)

/** Charges what is due, announces what will be, and ends what is not paid. */
export async function renew(ctx: AppContext): Promise<void> {
  if (!ctx.qrPayments) return
  const now = ctx.clock.now()
  for (const agreement of await listDue(ctx, new Date(now.getTime() + NOTICE))) {
    const { sub_id: subId, user_id, state, charge_at } = agreement
    if (user_id === null) await ctx.jobs.send(endAgreementJob, { subId })
    else if (state === 'creating' || state === 'pending') await ctx.jobs.send(syncAgreementJob, { subId })
    else if (charge_at !== null && charge_at <= now) await ctx.jobs.send(chargeJob, { subId })
    else await announce(ctx, agreement)
  }
}

async function announce(ctx: AppContext, { sub_id, platform, price, charge_at, announced_for, state }: AgreementRecord) {
  if (state !== 'active' || charge_at === null || announced_for?.getTime() === charge_at.getTime()) return
  try {
    await channelOf(ctx, platform).announceDeduction({ agreementNo: sub_id, amount: price })
    await updateAgreement(ctx, sub_id, { announced_for: charge_at })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    ctx.log.warn({ err: error, sub: sub_id }, 'a charge could not be announced')
  }
}
