import { z } from 'zod/mini'
import { type Refusal, route } from '#shared/contract.ts'
import { days, hours, minutes, seconds } from '#shared/units.ts'

const id = z.string().check(z.minLength(1), z.maxLength(64))
const time = z.int()
const platform = z.enum(['wechatpay', 'alipay'])
export type PayPlatform = z.infer<typeof platform>

const notSold = { status: -30, message: 'Nothing is sold on this server.' } satisfies Refusal
const unknownProduct = { status: -32, message: 'This is not offered any more. Reload the page.' } satisfies Refusal
const wrongAmount = { status: -40, message: 'The price has changed. Reload the page.' } satisfies Refusal
const noChannel = { status: -41, message: 'This way to pay is not offered.' } satisfies Refusal
const currentPlan = { status: -42, message: 'You have this plan already.' } satisfies Refusal
const phoneStore = { status: -34, message: 'Your plan is paid through an app store. Change it in the app.' } satisfies Refusal
const paymentPending = {
  status: -33,
  message: 'A payment for your membership is still in progress. Try again in a minute.',
} satisfies Refusal

/** The request for a QR code (A§7). */
const purchase = z.object({
  product_id: id,
  sku_id: id,
  /** The amount in fen shown on the page, which is compared with the price. */
  amount: z.int(),
  pay_platform: platform,
  pay_method: z.literal('qrcode'),
  expire_seconds: z.optional(z.number().check(z.minimum(1), z.maximum(86_400))),
})

export type PurchaseBody = z.infer<typeof purchase>

const changeType = z.enum(['new', 'upgrade', 'downgrade'])

/** The change shown on the page. For an upgrade, the amount is that of `change_details`, up to ten minutes old. */
const planPurchase = z.extend(purchase, { change_type: z.optional(changeType), change_amount: z.optional(z.int()) })
export type PlanPurchaseBody = z.infer<typeof planPurchase>
export const QUOTE_TIME = minutes(10)

const orderStatus = z.enum(['creating', 'pending', 'paid', 'expired', 'failed', 'create_failed'])

const Product = z.object({
  type: z.enum(['membership', 'traffic']),
  /** Minutes of a pack, or per month of a plan; null for unlimited. */
  minutes: z.nullable(z.int()),
  /** In fen. */
  price: z.int(),
  tags: z.array(z.string()),
  purchase_type: z.enum(['once', 'sub']),
  sku_id: z.string(),
  product_id: z.string(),
  uniq_name: z.string(),
  is_current: z.boolean(),
})

export type Product = z.infer<typeof Product>

const CurrentPlan = z.object({
  sub_id: z.string(),
  uniq_name: z.string(),
  product_id: z.string(),
  sku_id: z.string(),
  pay_platform: platform,
  is_current: z.literal(true),
  price: z.int(),
  /** The end of the paid time. */
  expire_time: time,
  /** Whether it renews at that time. */
  renews: z.boolean(),
  /** The plan that follows it. */
  next: z.nullable(z.object({ uniq_name: z.string(), start_time: time })),
})

const ChangeDetail = z.object({
  change_type: z.enum(['upgrade', 'downgrade']),
  /** The amount of the first charge, in fen. */
  amount: z.int(),
  /** The value of the rest of the running plan, already deducted. */
  credit: z.int(),
  start_time: time,
  /** The end of the first period. A credit larger than the price extends it. */
  end_time: time,
})
export type ChangeDetail = z.infer<typeof ChangeDetail>

const Pricing = z.object({
  products: z.array(Product),
  current: z.nullable(CurrentPlan),
  /** By `uniq_name`. */
  change_details: z.record(z.string(), ChangeDetail),
  /** The available payment methods (A§6). */
  pay_methods: z.array(platform),
})
export type Pricing = z.infer<typeof Pricing>

const Payment = z.object({
  id: z.string(),
  /** The plan or the pack. */
  name: z.string(),
  amount: z.int(),
  status: z.enum(['paid', 'refunded']),
  pay_platform: platform,
  at: time,
  /** The channel's number of the payment. */
  transaction_id: z.nullable(z.string()),
})

export const billingChinaContract = {
  pricing: route({
    method: 'GET',
    path: '/membership/pricing',
    access: 'signed-in',
    summary: 'List the products (A§3), the running plan, and the cost of changing it',
    reply: z.object({ data: Pricing }),
  }),
  checkout: route({
    method: 'POST',
    path: '/membership/checkout',
    access: 'signed-in',
    addsData: false,
    summary: 'Get a QR code to pay for a pack of minutes (A§7). An earlier code of the caller is closed',
    body: purchase,
    reply: z.object({
      data: z.object({
        order_id: z.string(),
        /** The text of the QR code; empty when it could not be fetched. */
        qrcode: z.string(),
        status: orderStatus,
        expire_time: time,
      }),
    }),
    refusals: { notSold, unknownProduct, wrongAmount, noChannel, paymentPending },
    limits: [{ per: 'user', max: 20, within: minutes(1) }],
  }),
  order: route({
    method: 'GET',
    path: '/membership/orders/:id',
    access: 'signed-in',
    summary: 'Whether an order is paid (A§4)',
    params: z.object({ id }),
    reply: z.object({ data: z.object({ order_id: z.string(), status: orderStatus, expire_time: time }) }),
    limits: [{ per: 'user', max: 120, within: minutes(1) }],
  }),
  orders: route({
    method: 'GET',
    path: '/membership/orders',
    access: 'signed-in',
    summary: "List the caller's payments, newest first",
    reply: z.object({ data: z.array(Payment) }),
  }),
  subscribe: route({
    method: 'POST',
    path: '/membership/subscription',
    access: 'signed-in',
    addsData: false,
    summary: 'Get a QR code to agree to a plan and pay for it (A§7). An upgrade begins immediately, a downgrade later',
    body: planPurchase,
    reply: z.object({
      data: z.object({
        sub_id: z.string(),
        /** The text of the QR code; empty when it could not be fetched. */
        sub_url: z.string(),
        status: orderStatus,
        expire_time: time,
        change_type: changeType,
      }),
    }),
    refusals: { notSold, unknownProduct, wrongAmount, noChannel, currentPlan, phoneStore, paymentPending },
    limits: [{ per: 'user', max: 20, within: minutes(1) }],
  }),
  subscription: route({
    method: 'GET',
    path: '/membership/subscription',
    access: 'signed-in',
    summary: 'Whether the latest chosen plan is agreed to and paid (A§4)',
    query: z.object({ sub_id: z.optional(id) }),
    mayNotExist: true,
    reply: z.object({ data: z.object({ has_subscription: z.boolean(), status: z.nullable(orderStatus) }) }),
    limits: [{ per: 'user', max: 120, within: minutes(1) }],
  }),
  endSubscription: route({
    method: 'DELETE',
    path: '/membership/subscription',
    access: 'signed-in',
    addsData: false,
    summary: 'Cancel the plan at the end of its paid time. With `next`, cancel the plan that would follow instead',
    query: z.object({ next: z.optional(z.literal('true')) }),
    reply: z.object({}),
    refusals: {
      noSubscription: { status: -43, message: 'There is no plan that is paid regularly.' },
      unavailable: { status: -31, message: 'The payment service does not answer. Try again in a minute.' },
    },
    limits: [{ per: 'user', max: 10, within: minutes(1) }],
  }),
} as const

/** How often the channel is called for an order or plan while its page is open. */
export const ASK_CHANNEL_EVERY = seconds(5)
/** How often due plans are processed. */
export const RENEW_EVERY = minutes(10)
/** How often orders are read for which the channel may still take money. */
export const SETTLE_EVERY = minutes(15)
/**
 * How often payments and plans are compared with the channels, and for how long after a payment, because refunds may not be
 * reported.
 */
export const RECONCILE_EVERY = hours(24)
export const RECONCILE_BACK = days(31)
/** Delay before a failed charge is retried, and the number of attempts. The plan continues for three hours meanwhile. */
export const RETRY_AFTER = hours(1)
export const MAX_TRIES = 3
