import { z } from 'zod/mini'
import { type Refusal, route } from '#shared/contract.ts'
import { days, hours, KiB, minutes } from '#shared/units.ts'

const id = z.string().check(z.minLength(1), z.maxLength(200))
const params = z.object({ id })
const signature = z.optional(z.string().check(z.maxLength(1000)))
const seconds = z.int()

const notSold = { status: -30, message: 'Nothing is sold on this server.' } satisfies Refusal
const unavailable = {
  status: -31,
  message: 'The payment service does not answer. Nothing was charged. Try again in a minute.',
} satisfies Refusal
const unknownPrice = { status: -32, message: 'This price is not offered any more. Reload the page.' } satisfies Refusal
const paymentPending = {
  status: -33,
  message: 'A payment for your membership is still in progress. Wait until it ends, or pay the open invoice.',
} satisfies Refusal
const phoneStore = { status: -34, message: 'Your plan is paid through an app store. Change it in the app.' } satisfies Refusal
const trialUsed = {
  status: -35,
  message: 'The free trial is one of Pro. It is offered once, to accounts without a paid plan.',
} satisfies Refusal
const endsAlready = { status: -36, message: 'Your plan ends by your wish. Resume it before you change it.' } satisfies Refusal
const quoteExpired = { status: -37, message: 'The amount is no longer valid. Choose the plan again.' } satisfies Refusal

/** The results of a purchase that are not refusals (A§4). */
export const SESSION_STATUS = { checkout: 0, subscribed: -2, upgrade: -3, downgrade: -4, currency: -6 } as const

/** A price as shown in a region. `unit_amount` is in cents, or in whole yen. */
export const Price = z.object({
  /** The plan or the pack: `600-year`, `hourlypacket2` … (A§3). */
  name: z.string(),
  unit_amount: z.int(),
  /** Upper-case ISO code. */
  currency: z.string(),
  price_id: z.string(),
  type: z.enum(['one_time', 'recurring']),
  /** The discount of yearly plans; null when a year is not cheaper than twelve months. */
  yearly_discount: z.nullable(z.object({ discount_percentage: z.int() })),
})
export type Price = z.infer<typeof Price>

const plan = z.object({
  membership_type: z.enum(['pro', 'unlimited']),
  membership_flag: z.enum(['Yearly', 'Monthly']),
})

const SubscriptionView = z.extend(plan, {
  id: z.string(),
  status: z.string(),
  currency: z.string(),
  /** The amount of one period, in the smallest unit. */
  unit_amount: z.nullable(z.int()),
  period_end: seconds,
  trial_end: z.nullable(seconds),
  cancel_at_period_end: z.boolean(),
  /** The provider's page of an open invoice. */
  open_invoice_url: z.nullable(z.string()),
})

export const PreviewInvoice = z.object({
  subscription_id: z.string(),
  currency: z.string(),
  /** The amount charged now. */
  amount_due: z.int(),
  /** The value of the rest of the paid time, already deducted. */
  amount_left: z.int(),
  /** When the quote expires. */
  expires_at: seconds,
})

const PaymentView = z.object({
  id: z.string(),
  /** The plan or the pack. */
  name: z.nullable(z.string()),
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['paid', 'open', 'void', 'refunded', 'disputed']),
  at: seconds,
  url: z.nullable(z.string()),
})

export const billingGlobalContract = {
  prices: route({
    method: 'GET',
    path: '/membership/stripe/v2/prices',
    access: 'signed-in',
    summary: 'List the prices of a region (A§7): US, EU, UK, JP, HK, TW; US for others. Empty where nothing is sold',
    query: z.object({ region: z.optional(z.string().check(z.maxLength(16))) }),
    reply: z.object({ data: z.array(Price) }),
  }),
  checkSessions: route({
    method: 'POST',
    path: '/membership/stripe/v2/check-sessions',
    access: 'signed-in',
    addsData: false,
    summary:
      'Buy a plan or a pack (A§4): 0 with the page to pay on, -2 already subscribed, -3 an upgrade with its price, -4 a scheduled downgrade, -6 another currency',
    // Some clients send it. The response is the same.
    headers: z.object({ version: z.optional(z.string().check(z.maxLength(20))) }),
    body: z.object({
      line_items: z.array(z.object({ price: id, quantity: z._default(z.literal(1), 1) })).check(z.length(1)),
      success_url: z.optional(z.string().check(z.maxLength(2000))),
      cancel_url: z.optional(z.string().check(z.maxLength(2000))),
      /** 7 starts a free trial. */
      free_trial_days: z.optional(z.nullable(z.union([z.literal(0), z.literal(7)]))),
    }),
    carriesResults: true,
    reply: z.object({
      status: z.int(),
      data: z.object({
        checkout_session: z.nullable(z.object({ id: z.string(), url: z.string() })),
        preview_invoice: z.nullable(PreviewInvoice),
        /** With -6: the currency of the running plan. */
        old_price_currency: z.nullable(z.string()),
        /** With -4: when the new plan begins. */
        starts_at: z.nullable(seconds),
      }),
    }),
    refusals: { notSold, unavailable, unknownPrice, paymentPending, phoneStore, trialUsed, endsAlready },
    limits: [{ per: 'user', max: 10, within: minutes(1) }],
  }),
  checkoutSession: route({
    method: 'GET',
    path: '/membership/stripe/v2/checkout-sessions/:id',
    access: 'signed-in',
    summary: 'Whether a purchase is paid (A§7). A started trial counts as paid',
    params,
    reply: z.object({
      data: z.object({
        id: z.string(),
        payment_status: z.enum(['paid', 'unpaid']),
        status: z.enum(['open', 'complete', 'expired']),
        /** The subscription it started; null for packs. */
        subscription: z.nullable(z.string()),
        /** The card was already used for another trial, so this one has ended. Nothing was charged. */
        is_trial_refused: z.boolean(),
      }),
    }),
    refusals: { unavailable },
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
  upgrade: route({
    method: 'POST',
    path: '/membership/stripe/v2/subscriptions/:id',
    access: 'signed-in',
    addsData: false,
    summary: 'Confirm an upgrade for the amount that check-sessions named in the last ten minutes (A§4)',
    params,
    body: z._default(
      z.object({
        /** Compared with the quote, which decides. */
        price: z.optional(id),
      }),
      {},
    ),
    reply: z.object({ data: z.object({ invoice_id: z.string(), hosted_invoice_url: z.nullable(z.string()) }) }),
    refusals: { notSold, unavailable, quoteExpired, paymentPending },
    limits: [{ per: 'user', max: 10, within: minutes(1) }],
  }),
  invoice: route({
    method: 'GET',
    path: '/membership/stripe/v2/invoices/:id',
    access: 'signed-in',
    summary: 'The status of an invoice (A§7)',
    params,
    reply: z.object({
      data: z.object({
        id: z.string(),
        status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
        amount_due: z.int(),
        currency: z.string(),
        hosted_invoice_url: z.nullable(z.string()),
      }),
    }),
    refusals: { unavailable },
    limits: [{ per: 'user', max: 60, within: minutes(1) }],
  }),
  subscription: route({
    method: 'GET',
    path: '/membership/stripe/v2/subscription',
    access: 'signed-in',
    summary: 'The running subscription, and the plan that follows when its period ends (A§3); null without one',
    reply: z.object({
      data: z.object({
        subscription: z.nullable(SubscriptionView),
        subscription_schedule: z.nullable(z.extend(plan, { start_date: seconds })),
      }),
    }),
  }),
  payments: route({
    method: 'GET',
    path: '/membership/payments',
    access: 'signed-in',
    summary: "List the caller's payments, newest first",
    reply: z.object({ data: z.array(PaymentView) }),
  }),
  portal: route({
    method: 'POST',
    path: '/membership/portal',
    access: 'signed-in',
    addsData: false,
    summary: "Get the provider's page on which to change the card, or cancel or resume a plan",
    reply: z.object({ data: z.object({ url: z.string() }) }),
    refusals: {
      notSold,
      unavailable,
      noCustomer: { status: -38, message: 'You have not bought anything yet.' },
    },
    limits: [{ per: 'user', max: 10, within: minutes(1) }],
  }),
  webhook: route({
    method: 'POST',
    path: '/membership/payments/webhook/:provider',
    access: 'public',
    addsData: false,
    summary: 'Receive a signed notification of the payment provider',
    params: z.object({ provider: z.enum(['stripe', 'sandbox']) }),
    headers: z.object({
      'stripe-signature': signature,
      'webhook-id': signature,
      'webhook-timestamp': signature,
      'webhook-signature': signature,
    }),
    body: z.unknown(),
    bodyLimit: 256 * KiB,
    hasRawBody: true,
    reply: z.object({}),
    limits: [{ per: 'network', max: 600, within: minutes(1) }],
  }),
} as const

/** How long the quote of an upgrade is valid. */
export const QUOTE_TIME = minutes(10)
/** How long a payment page is open before the provider closes it. */
export const CHECKOUT_TIME = minutes(31)
/** How often missed notifications are fetched, and how far back. */
export const SWEEP_EVERY = minutes(15)
export const SWEEP_BACK = days(3)
/** How often everything that can still change is compared with the provider. */
export const RECONCILE_EVERY = hours(24)
