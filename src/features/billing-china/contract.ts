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

/** What a QR code is asked for with (A§7). */
const purchase = z.object({
  product_id: id,
  sku_id: id,
  /** In fen, as the page shows it. It is compared with the price. */
  amount: z.int(),
  pay_platform: platform,
  pay_method: z.literal('qrcode'),
  expire_seconds: z.optional(z.number().check(z.minimum(1), z.maximum(86_400))),
})

export type PurchaseBody = z.infer<typeof purchase>

const changeType = z.enum(['new', 'upgrade', 'downgrade'])

/** What the page has shown of the change. The amount is that of `change_details` for an upgrade, up to ten minutes old. */
const planPurchase = z.extend(purchase, { change_type: z.optional(changeType), change_amount: z.optional(z.int()) })
export type PlanPurchaseBody = z.infer<typeof planPurchase>
export const QUOTE_TIME = minutes(10)

const orderStatus = z.enum(['creating', 'pending', 'paid', 'expired', 'failed', 'create_failed'])

const Product = z.object({
  type: z.enum(['membership', 'traffic']),
  /** Of a pack, or of each month of a plan; null when they are unlimited. */
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
  /** When the paid time ends. */
  expire_time: time,
  /** Whether it is charged again then. */
  renews: z.boolean(),
  /** The plan that follows. */
  next: z.nullable(z.object({ uniq_name: z.string(), start_time: time })),
})

const ChangeDetail = z.object({
  change_type: z.enum(['upgrade', 'downgrade']),
  /** What is charged first, in fen. */
  amount: z.int(),
  /** What the rest of the running plan is worth; it is deducted already. */
  credit: z.int(),
  start_time: time,
  /** When the first period ends. What the rest of the running plan is worth beyond the price makes it longer. */
  end_time: time,
})
export type ChangeDetail = z.infer<typeof ChangeDetail>

const Pricing = z.object({
  products: z.array(Product),
  current: z.nullable(CurrentPlan),
  /** By `uniq_name`. */
  change_details: z.record(z.string(), ChangeDetail),
  /** What can be paid with (A§6). */
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
  /** The number of the channel. */
  transaction_id: z.nullable(z.string()),
})

export const billingChinaContract = {
  pricing: route({
    method: 'GET',
    path: '/membership/pricing',
    access: 'signed-in',
    summary: 'List what can be bought (A§3), the running plan, and what a change to another one costs',
    reply: z.object({ data: Pricing }),
  }),
  checkout: route({
    method: 'POST',
    path: '/membership/checkout',
    access: 'signed-in',
    addsData: false,
    summary: 'Get a QR code with which a pack of minutes is paid (A§7). An earlier one of the caller is closed',
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
    summary: 'List what the caller has paid, newest first',
    reply: z.object({ data: z.array(Payment) }),
  }),
  subscribe: route({
    method: 'POST',
    path: '/membership/subscription',
    access: 'signed-in',
    addsData: false,
    summary: 'Get a QR code with which a plan is agreed to and paid (A§7). An upgrade begins at once, a downgrade later',
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
    summary: 'Whether the plan that was chosen last is agreed to and paid (A§4)',
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
    summary: 'Let the plan end with its paid time. With `next`, the plan that would follow is forgotten instead',
    query: z.object({ next: z.optional(z.literal('true')) }),
    reply: z.object({}),
    refusals: {
      noSubscription: { status: -43, message: 'There is no plan that is paid regularly.' },
      unavailable: { status: -31, message: 'The payment service does not answer. Try again in a minute.' },
    },
    limits: [{ per: 'user', max: 10, within: minutes(1) }],
  }),
} as const

/** How often the channel is asked for one order or plan while its page is open. */
export const ASK_CHANNEL_EVERY = seconds(5)
/** How often plans that are due are looked for. */
export const RENEW_EVERY = minutes(10)
/** How often orders are read again that the channel may still take money for. */
export const SETTLE_EVERY = minutes(15)
/** How often what is paid or runs is compared with the channels, and how long after a payment: its refund may not be reported. */
export const RECONCILE_EVERY = hours(24)
export const RECONCILE_BACK = days(31)
/** How long a failed charge waits for the next try, and how often it is tried: the plan goes on for three hours meanwhile. */
export const RETRY_AFTER = hours(1)
export const MAX_TRIES = 3
