import { days } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { channelOf } from '../channels.ts'
import { type AgreementRecord, claimAnnouncement, listDue } from '../storeAgreements.ts'
import { chargeJob, endAgreementJob, renewalNoticeJob, syncAgreementJob } from './jobs.ts'

/** How long before a charge the customer is notified. */
const NOTICE = days(5)

/** Makes due charges, announces upcoming ones, and ends unpaid plans. */
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

/** Announces a charge once: by e-mail from this server, and by the channel if it requires that. */
async function announce(ctx: AppContext, { sub_id: subId, platform, price, charge_at, announced_for, state }: AgreementRecord) {
  if ((state !== 'active' && state !== 'signed') || charge_at === null) return
  if (announced_for?.getTime() === charge_at.getTime()) return
  try {
    await channelOf(ctx, platform).announceDeduction({ agreementNo: subId, amount: price })
    await ctx.transaction(async (tx) => {
      if (await claimAnnouncement(tx, subId, charge_at))
        await tx.jobs.send(renewalNoticeJob, { subId, chargeAt: charge_at.toISOString() })
    })
  } catch (error) {
    ctx.log.warn({ err: error, sub: subId }, 'a charge could not be announced')
  }
}
