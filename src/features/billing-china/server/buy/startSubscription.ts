import { newId } from '#shared/newId.ts'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { readMembership } from '#features/membership/server.ts'
import { type PlanPurchaseBody, QUOTE_TIME } from '../../contract.ts'
import { isPlanKey, type PlanChange, type PlanKey, planMonths, priceOf } from '../../rules.ts'
import { type CurrentPlan, findCurrentPlan, quotePlan } from '../currentPlan.ts'
import { productTitle } from '../productTitle.ts'
import {
  type AgreementRecord,
  type AgreementState,
  findAgreement,
  insertAgreement,
  setAgreementCode,
  updateAgreement,
} from '../storeAgreements.ts'
import { endAgreementJob, syncAgreementJob } from '../sync/jobs.ts'
import { checkPurchase, closeOpen, MAX_ATTEMPTS, type Purchase, secondsUntil } from './purchase.ts'

/** Returns a plan to agree to in its wire format. It is `create_failed` when its QR code could not be fetched. */
export async function startSubscription(ctx: AppContext, userId: string, body: PlanPurchaseBody) {
  const purchase = checkPurchase(ctx, userId, body)
  if ('refused' in purchase) return purchase
  const { key, channel } = purchase
  if (!isPlanKey(key)) return { refused: 'unknownProduct' as const }
  if (!channel.hasAgreements) return { refused: 'noChannel' as const }
  const { renewal } = await readMembership(ctx, userId)
  if (renewal === 'ios' || renewal === 'android') return { refused: 'phoneStore' as const }
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if ((await closeOpen(ctx, userId)).hasSigned) return { refused: 'paymentPending' as const }
    const current = await findCurrentPlan(ctx, userId)
    if (current?.next?.sku === key) return { refused: 'currentPlan' as const }
    const change = quoteShown(ctx, current, key, body)
    if ('refused' in change) return change
    const agreement = newAgreement(ctx, { ...purchase, key }, current, change)
    if (await insertWithJob(ctx, agreement)) return toWire(await fetchCode(ctx, { ...purchase, key }, agreement))
  }
  return { refused: 'paymentPending' as const }
}

type PlanPurchase = Purchase & { key: PlanKey }

/**
 * Returns the quote for a plan. The price of an upgrade is the one that the page showed, because the value of the running plan
 * shrinks every minute.
 */
function quoteShown(
  ctx: AppContext,
  current: CurrentPlan | null,
  key: PlanKey,
  { change_type: type, change_amount: shown }: PlanPurchaseBody,
): PlanChange | { refused: 'currentPlan' | 'wrongAmount' } {
  const now = ctx.clock.now()
  const change = quotePlan(current, key, now)
  if (!change) return { refused: 'currentPlan' }
  if (type !== undefined && type !== change.type) return { refused: 'wrongAmount' }
  if (shown === undefined || change.type !== 'upgrade') return change
  const earlier = quotePlan(current, key, new Date(now.getTime() - QUOTE_TIME))?.amount ?? change.amount
  const isRight = shown >= Math.min(earlier, change.amount) && shown <= Math.max(earlier, change.amount)
  return isRight ? { ...change, amount: shown } : { refused: 'wrongAmount' }
}

function newAgreement(
  ctx: AppContext,
  { userId, key, channel, expiresAt }: PlanPurchase,
  current: CurrentPlan | null,
  change: PlanChange,
): AgreementRecord {
  const now = ctx.clock.now()
  return {
    sub_id: newId(now),
    user_id: userId,
    platform: channel.platform,
    sku: key,
    price: priceOf(key),
    state: 'creating',
    qrcode: null,
    expire_time: expiresAt,
    change: change.type,
    replaces: current?.agreement.sub_id ?? null,
    first_amount: change.amount,
    starts_at: change.startsAt,
    extra_ms: change.extra,
    renews: true,
    charge_at: null,
    tries: 0,
    announced_for: null,
    clock_offset_ms: current?.agreement.clock_offset_ms ?? 0,
    asked_at: null,
    made_at: now,
  }
}

const insertWithJob = (ctx: AppContext, agreement: AgreementRecord): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    if (!(await insertAgreement(tx, agreement))) return false
    const { sub_id: subId, expire_time } = agreement
    await tx.jobs.send(syncAgreementJob, { subId }, { startAfter: secondsUntil(ctx, expire_time) })
    return true
  })

async function fetchCode(ctx: AppContext, { userId, key, channel }: PlanPurchase, agreement: AgreementRecord) {
  const { sub_id: subId, price, starts_at: startsAt, expire_time } = agreement
  const request = { agreementNo: subId, userId, title: productTitle(key), amount: price, months: planMonths(key) }
  try {
    const qrcode = await channel.createAgreement({ ...request, startsAt, expiresAt: expire_time })
    // Another tab may have closed it before the channel knew it.
    if (!(await setAgreementCode(ctx, subId, qrcode))) await ctx.jobs.send(endAgreementJob, { subId })
  } catch (error) {
    ctx.log.warn({ err: error, subId }, 'the QR code of a plan could not be fetched')
    await updateAgreement(ctx, subId, { state: 'create_failed' })
  }
  return (await findAgreement(ctx, subId)) ?? agreement
}

const toWire = ({ sub_id, qrcode, state, expire_time, change }: AgreementRecord) => ({
  sub_id,
  sub_url: state === 'pending' ? (qrcode ?? '') : '',
  status: toStatus(state),
  expire_time: unixSeconds(expire_time),
  change_type: change,
})

/** The status of a plan on the wire, as for orders (A§4). A plan that follows another one counts as paid once it is agreed to. */
export const toStatus = (state: AgreementState, change?: AgreementRecord['change']) => {
  if (state === 'active') return 'paid' as const
  if (state === 'ended') return 'expired' as const
  if (state === 'signed') return change === 'downgrade' ? ('paid' as const) : ('pending' as const)
  return state
}
