import { newId } from '#shared/newId.ts'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { PaymentError } from '#platform/payments/payments.ts'
import { isPaidTier, isPackKey } from '#features/membership/rules.ts'
import { hasClaimedTrial, readMembership } from '#features/membership/server.ts'
import { QUOTE_TIME, SESSION_STATUS } from '../../contract.ts'
import { comparePlans, isPlanKey, parseWirePriceId, type PlanKey, PLANS } from '../../rules.ts'
import { gatewayOf, orUnavailable } from '../gateway.ts'
import { readPrices } from '../prices.ts'
import { keysOfPrices, type PriceRecord } from '../storePrices.ts'
import { insertQuote } from '../storeQuotes.ts'
import { findLiveSubscription, isChangeable, type SubscriptionRecord } from '../storeSubscriptions.ts'
import { isPeriodPaidBack } from '../sync/applyPaidPlans.ts'
import { syncSubscription } from '../sync/syncSubscription.ts'
import { startCheckout } from './startCheckout.ts'

type SessionRequest = {
  readonly userId: string
  /** In the wire format: with the currency that was shown. */
  readonly price: string
  readonly isTrial: boolean
  readonly successUrl: string
  readonly cancelUrl: string
}

type Preview = { subscription_id: string; currency: string; amount_due: number; amount_left: number; expires_at: number }

/** The result of a purchase request (A§4). `status` is one of SESSION_STATUS. */
export type Session = {
  readonly status: number
  readonly checkout?: { id: string; url: string }
  readonly preview?: Preview
  readonly oldCurrency?: string
  readonly startsAt?: Date
}

type Refused = {
  refused: 'notSold' | 'unavailable' | 'unknownPrice' | 'paymentPending' | 'phoneStore' | 'trialUsed' | 'endsAlready'
}

/**
 * Decides what a purchase request leads to: a payment page, an upgrade with its price, a downgrade at the end of the paid time, or
 * nothing. All rules are checked before the provider is called.
 */
export async function checkSessions(ctx: AppContext, request: SessionRequest): Promise<Session | Refused> {
  if (!ctx.payments) return { refused: 'notSold' }
  try {
    return await orUnavailable(decide(ctx, request))
  } catch (error) {
    if (!(error instanceof PaymentError) || error.failure !== 'currency') throw error
    return { status: SESSION_STATUS.currency, oldCurrency: (error.currency ?? '').toUpperCase() }
  }
}

async function decide(ctx: AppContext, request: SessionRequest): Promise<Session | Refused> {
  const chosen = await findOffered(ctx, request.price)
  if (!chosen) return { refused: 'unknownPrice' }
  const { price, currency } = chosen
  const checkout = { ...request, priceId: price.price_id, currency }
  if (isPackKey(price.key)) {
    if (request.isTrial) return { refused: 'trialUsed' }
    return await toSession(ctx, request, await startCheckout(ctx, { ...checkout, purpose: 'pack' }))
  }
  if (!isPlanKey(price.key)) return { refused: 'unknownPrice' }
  const { renewal, type } = await readMembership(ctx, request.userId)
  if (renewal === 'ios' || renewal === 'android') return { refused: 'phoneStore' }
  const live = await readLiveSubscription(ctx, request.userId)
  if (live)
    return request.isTrial
      ? { refused: 'trialUsed' }
      : await changePlan(ctx, { userId: request.userId, price, key: price.key, currency, live })
  const canTry = PLANS[price.key].tier === 'pro' && !isPaidTier(type)
  if (request.isTrial && (!canTry || (await hasClaimedTrial(ctx, request.userId)))) return { refused: 'trialUsed' }
  return await toSession(ctx, request, await startCheckout(ctx, { ...checkout, purpose: 'subscription' }))
}

/** When a page turns out to be paid while it is closed, the request is decided again. */
const toSession = async (ctx: AppContext, request: SessionRequest, page: { id: string; url: string } | 'paid') =>
  page === 'paid' ? await decide(ctx, request) : { status: SESSION_STATUS.checkout, checkout: page }

/** Returns the price if it is offered in the currency in which it was shown. */
async function findOffered(ctx: AppContext, id: string): Promise<{ price: PriceRecord; currency: string } | null> {
  const wanted = parseWirePriceId(id)
  if (!wanted) return null
  const { priceId, currency } = wanted
  const price = (await readPrices(ctx)).find(({ price_id }) => price_id === priceId)
  return price?.amounts[currency] === undefined ? null : { price, currency }
}

/** The stored copy may be outdated, so it is read again before a plan is changed. */
async function readLiveSubscription(ctx: AppContext, userId: string): Promise<SubscriptionRecord | undefined> {
  const stored = await findLiveSubscription(ctx, userId)
  if (stored) await syncSubscription(ctx, stored.subscription_id)
  return stored && (await findLiveSubscription(ctx, userId))
}

type ChangeRequest = { userId: string; price: PriceRecord; key: PlanKey; currency: string; live: SubscriptionRecord }

async function changePlan(ctx: AppContext, { userId, price, key, currency, live }: ChangeRequest): Promise<Session | Refused> {
  const currentKey = (await keysOfPrices(ctx)).get(live.price_id) ?? ''
  if (!isPlanKey(currentKey)) throw new Error(`a subscription has an unknown plan: ${live.price_id}`)
  if (!isChangeable(live) || (await isPeriodPaidBack(ctx, live))) return { refused: 'paymentPending' }
  const comparison = comparePlans(key, currentKey)
  if (live.cancel_at_period_end) return { refused: 'endsAlready' }
  if (comparison === 0) return await keepPlan(ctx, live)
  if (live.currency !== currency) return { status: SESSION_STATUS.currency, oldCurrency: live.currency.toUpperCase() }
  if (comparison > 0) return await quoteUpgrade(ctx, userId, live, price)
  await gatewayOf(ctx).scheduleChange(live.subscription_id, price.price_id)
  await syncSubscription(ctx, live.subscription_id)
  const changed = await findLiveSubscription(ctx, userId)
  return { status: SESSION_STATUS.downgrade, startsAt: changed?.scheduled_at ?? live.period_end }
}

/** Choosing the running plan cancels a scheduled change. */
async function keepPlan(ctx: AppContext, live: SubscriptionRecord): Promise<Session> {
  if (live.scheduled_price_id !== null) {
    await gatewayOf(ctx).cancelScheduledChange(live.subscription_id)
    await syncSubscription(ctx, live.subscription_id)
  }
  return { status: SESSION_STATUS.subscribed }
}

/** Stores the current price of an upgrade. The confirmation charges this amount, within ten minutes. */
async function quoteUpgrade(ctx: AppContext, userId: string, live: SubscriptionRecord, price: PriceRecord): Promise<Session> {
  const now = ctx.clock.now()
  const { subscription_id, currency } = live
  const preview = await gatewayOf(ctx).previewChange({ subscriptionId: subscription_id, priceId: price.price_id, at: now })
  const expires = new Date(now.getTime() + QUOTE_TIME)
  const row = {
    quote_id: newId(now),
    user_id: userId,
    subscription_id,
    from_price_id: live.price_id,
    price_id: price.price_id,
    currency,
  }
  await insertQuote(ctx, {
    ...row,
    amount_due: preview.amountDue,
    changes_at: now,
    expires_at: expires,
    confirmed_at: null,
    invoice_id: null,
  })
  const amounts = { amount_due: preview.amountDue, amount_left: preview.amountLeft, expires_at: unixSeconds(expires) }
  return { status: SESSION_STATUS.upgrade, preview: { subscription_id, currency: currency.toUpperCase(), ...amounts } }
}
