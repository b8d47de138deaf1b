import { type Price, billingGlobalContract } from '#features/billing-global/contract.ts'
import type { Reply } from '#shared/contract.ts'
import { MockError, type RouteHandler, handle } from './mockServer.ts'

type SubscriptionReply = Reply<typeof billingGlobalContract.subscription>['data']
type Session = Reply<typeof billingGlobalContract.checkSessions>
type CheckoutSession = Reply<typeof billingGlobalContract.checkoutSession>['data']

const recurring = (name: string, unit_amount: number, discount_percentage?: number): Price => ({
  name,
  unit_amount,
  currency: 'USD',
  price_id: `price_${name}:usd`,
  type: 'recurring',
  yearly_discount: discount_percentage === undefined ? null : { discount_percentage },
})
const once = (name: string, unit_amount: number): Price => ({
  name,
  unit_amount,
  currency: 'USD',
  price_id: `price_${name}:usd`,
  type: 'one_time',
  yearly_discount: null,
})

const PRICES: readonly Price[] = [
  recurring('600-month', 1290),
  recurring('600-year', 11_880, 23),
  recurring('unlimited-month', 2900),
  recurring('unlimited-year', 27_800, 20),
  once('hourlypacket', 480),
  once('hourlypacket2', 1800),
  once('hourlypacket3', 7500),
  once('hourlypacket4', 12_000),
]

/** A monthly plan of Pro until 1 January 2100. */
export const PRO_MONTHLY: NonNullable<SubscriptionReply['subscription']> = {
  id: 'sub_1',
  membership_type: 'pro',
  membership_flag: 'Monthly',
  status: 'active',
  currency: 'USD',
  unit_amount: 1290,
  period_end: 4_102_444_800,
  trial_end: null,
  cancel_at_period_end: false,
  open_invoice_url: null,
}

export const NO_SESSION: Session['data'] = {
  checkout_session: null,
  preview_invoice: null,
  old_price_currency: null,
  starts_at: null,
}

export type BillingState = {
  subscription?: Partial<SubscriptionReply>
  /** The outcome of a purchase, or a status with which it is refused. */
  session?: Partial<Omit<Session, 'data'>> & { data?: Partial<Session['data']> }
  refusal?: number
  /** The states of the checkout, or statuses of refusals, one per call; the last one is repeated. */
  checkouts?: (Partial<CheckoutSession> | number)[]
  payments?: Reply<typeof billingGlobalContract.payments>['data']
  /** The invoice of the upgrade. */
  invoice?: { status: 'open' | 'paid' }
  bankUrl?: string | null
  /** The status with which the confirmation of an upgrade is refused. */
  upgradeRefusal?: number
  /** How many of the next requests for prices fail. */
  priceFailures?: number
}

/** The handlers of a billing feature with these prices, and the received purchase requests and confirmed prices. */
export function mockBilling({ subscription, session, refusal, checkouts = [{}], payments = [], ...upgrade }: BillingState = {}) {
  const sent: { price: string; trial: number | null | undefined }[] = []
  const confirmed: (string | undefined)[] = []
  let calls = 0
  let priceFailuresLeft = upgrade.priceFailures ?? 0
  const handlers: RouteHandler[] = [
    handle(billingGlobalContract.prices, () => {
      if (priceFailuresLeft-- > 0) throw new MockError(500)
      return { data: [...PRICES] }
    }),
    handle(billingGlobalContract.subscription, () => ({
      data: { subscription: null, subscription_schedule: null, ...subscription },
    })),
    handle(billingGlobalContract.checkSessions, ({ body }) => {
      sent.push({ price: body.line_items[0]?.price ?? '', trial: body.free_trial_days })
      if (refusal !== undefined) throw new MockError(refusal)
      return { status: session?.status ?? 0, data: { ...NO_SESSION, ...session?.data } }
    }),
    handle(billingGlobalContract.checkoutSession, ({ params }) => {
      const state = checkouts[Math.min(calls++, checkouts.length - 1)]
      if (typeof state === 'number') throw new MockError(state)
      const common = { id: params.id, payment_status: 'paid', status: 'complete', subscription: null } as const
      return { data: { ...common, is_trial_refused: false, ...state } }
    }),
    handle(billingGlobalContract.upgrade, ({ body }) => {
      confirmed.push(body.price)
      if (upgrade.upgradeRefusal !== undefined) throw new MockError(upgrade.upgradeRefusal)
      return { data: { invoice_id: 'in_1', hosted_invoice_url: upgrade.bankUrl ?? null } }
    }),
    handle(billingGlobalContract.invoice, () => ({
      data: {
        id: 'in_1',
        status: upgrade.invoice?.status ?? 'paid',
        amount_due: 100,
        currency: 'USD',
        hosted_invoice_url: null,
      },
    })),
    handle(billingGlobalContract.payments, () => ({ data: payments })),
    handle(billingGlobalContract.portal, () => ({ data: { url: 'https://pay.example/portal' } })),
  ]
  return { handlers, sent, confirmed }
}
