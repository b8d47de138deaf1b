import type { Millis } from '#shared/units.ts'

/**
 * Payments by card through a provider with hosted pages. Its records are those of the provider in neutral form: amounts are whole
 * numbers of the smallest unit of a currency (cents; yen), currencies are lower-case ISO codes, ids are the provider's. The port
 * knows no plans: what a price buys is decided by billing-global.
 */
export type PaymentGateway = {
  readonly provider: 'stripe' | 'sandbox'
  /** False when no money moves: a sandbox or the test mode of a provider. */
  readonly livemode: boolean
  /** Returns the active prices with these keys. Keys without a price are absent. */
  listPrices: (keys: readonly string[]) => Promise<Price[]>
  /** Returns the id of the customer of this user. The same user id creates one customer. */
  createCustomer: (user: { userId: string; email: string }) => Promise<string>
  /** Creates a page on which the customer pays. The same intent creates one, however often and in parallel it is sent. */
  createCheckout: (checkout: NewCheckout) => Promise<Checkout>
  getCheckout: (id: string) => Promise<Checkout>
  /** Closes the page, and returns it as it is then: still complete when it was paid before. */
  expireCheckout: (id: string) => Promise<Checkout>
  getSubscription: (id: string) => Promise<Subscription>
  /** Returns all invoices of a subscription, newest first. */
  listInvoices: (subscriptionId: string) => Promise<Invoice[]>
  getInvoice: (id: string) => Promise<Invoice>
  getPayment: (id: string) => Promise<Payment>
  /** Returns what an immediate change to another price costs at `at`. A trial ends with it. Changes nothing. */
  previewChange: (change: PlanChange) => Promise<ChangePreview>
  /**
   * Changes the price of a subscription at once and charges the difference. The same key changes it once. The change is pending,
   * and the subscription as it was, when the invoice is not paid at once: `hostedUrl` of the invoice is where it can be paid.
   */
  applyChange: (change: PlanChange & { readonly idempotencyKey: string }) => Promise<Invoice>
  /** Changes the price when the paid period ends. A later call replaces an earlier one. */
  scheduleChange: (subscriptionId: string, priceId: string) => Promise<Subscription>
  /** Forgets a scheduled change. Does nothing when there is none. */
  cancelScheduledChange: (subscriptionId: string) => Promise<Subscription>
  /** Ends a subscription at once, without a refund. Does nothing when it has ended. */
  cancelSubscription: (subscriptionId: string) => Promise<Subscription>
  /** Pays back all of a payment that was not paid back before. The same key does it once. */
  refund: (paymentId: string, idempotencyKey: string) => Promise<Payment>
  /** Returns the page on which customers change their card, read invoices and end a subscription. */
  createPortalUrl: (customerId: string, returnUrl: string) => Promise<string>
  /** Verifies a notification and returns what it is about. Throws PaymentError `signature`. */
  parseNotification: (headers: Readonly<Record<string, string | undefined>>, body: Uint8Array) => Promise<Notification>
  /** Returns the notifications since then that did not arrive here, oldest first. */
  listMissedNotifications: (since: Date) => Promise<Notification[]>
}

export type Price = {
  readonly priceId: string
  /** Chosen by the operator of this server: the key by which the price is found. */
  readonly key: string
  readonly interval: 'month' | 'year' | 'once'
  /** What it costs, by currency. */
  readonly amounts: Readonly<Record<string, number>>
}

export type NewCheckout = {
  readonly intentId: string
  readonly userId: string
  readonly customerId: string
  readonly priceId: string
  readonly mode: 'subscription' | 'payment'
  readonly currency: string
  /** 0 for no trial. With a trial the card is asked for, and charged when it ends. */
  readonly trialDays: number
  /** 30 minutes to 24 hours after now. */
  readonly expiresAt: Date
  /** `{CHECKOUT_SESSION_ID}` in it is replaced by the id of the checkout. */
  readonly successUrl: string
  readonly cancelUrl: string
}

export type Checkout = {
  readonly id: string
  /** Where it is paid; null when it is not open. */
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  readonly mode: 'subscription' | 'payment'
  readonly intentId: string | null
  readonly customerId: string
  readonly subscriptionId: string | null
  /** Of a one-time payment; null while it is not paid, and for subscriptions. */
  readonly paymentId: string | null
  readonly amount: number
  readonly currency: string
  readonly livemode: boolean
}

export type Subscription = {
  readonly id: string
  readonly customerId: string
  readonly status: 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled'
  readonly priceId: string
  readonly currency: string
  readonly startedAt: Date
  readonly trialStart: Date | null
  readonly trialEnd: Date | null
  readonly periodStart: Date
  readonly periodEnd: Date
  /** It ends with the period: the customer has canceled it. */
  readonly cancelAtPeriodEnd: boolean
  readonly endedAt: Date | null
  /** A change that waits for its payment. */
  readonly hasPendingChange: boolean
  readonly scheduled: { readonly priceId: string; readonly startsAt: Date } | null
  /** How far the test clock of the customer runs ahead of the server; 0 where money moves. */
  readonly clockOffset: Millis
  /** Identifies the card across customers; null when there is none yet. */
  readonly cardFingerprint: string | null
  readonly livemode: boolean
}

export type Invoice = {
  readonly id: string
  readonly customerId: string
  readonly subscriptionId: string | null
  readonly status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void'
  readonly currency: string
  readonly amountDue: number
  readonly amountPaid: number
  readonly createdAt: Date
  /** The invoice as a page of the provider, where an open one can be paid. */
  readonly hostedUrl: string | null
  readonly paymentId: string | null
  readonly lines: readonly InvoiceLine[]
  readonly livemode: boolean
}

/** A paid period of a price. The amount is negative for time of an earlier price that is credited. */
export type InvoiceLine = {
  readonly priceId: string
  readonly amount: number
  readonly start: Date
  readonly end: Date
}

export type Payment = {
  readonly id: string
  readonly customerId: string | null
  readonly amount: number
  readonly refunded: number
  readonly currency: string
  readonly dispute: 'none' | 'open' | 'won' | 'lost'
  readonly livemode: boolean
}

export type PlanChange = { readonly subscriptionId: string; readonly priceId: string; readonly at: Date }

/** `amountLeft` is what the rest of the paid period is worth, which is deducted. Both are 0 or more. */
export type ChangePreview = { readonly amountDue: number; readonly amountLeft: number; readonly currency: string }

/** What changed at the provider. It is a hint: the object is read again. */
export type Notification = NotificationOf<ObjectRef>

export type NotificationOf<Ref> = {
  readonly eventId: string
  readonly type: string
  readonly livemode: boolean
  readonly objects: readonly Ref[]
}

export type ObjectRef = { readonly kind: 'checkout' | 'subscription' | 'invoice' | 'payment' | 'prices'; readonly id: string }

/**
 * Why a call failed: `unavailable` may succeed later and may have taken effect; `currency` is a customer who pays in another one;
 * `declined` is the card; `notFound` and `invalid` are for ids and states that do not allow the call; `signature` is a forged or
 * old notification.
 */
export type PaymentFailure = 'unavailable' | 'currency' | 'declined' | 'notFound' | 'invalid' | 'signature'

export class PaymentError extends Error {
  readonly failure: PaymentFailure
  /** Of a `currency` failure, where the provider names it. */
  readonly currency: string | null
  constructor(
    failure: PaymentFailure,
    message: string,
    { cause, currency = null }: { cause?: unknown; currency?: string | null } = {},
  ) {
    super(message, { cause })
    this.name = 'PaymentError'
    this.failure = failure
    this.currency = currency
  }
}
