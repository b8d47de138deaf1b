import type { Millis } from '#shared/units.ts'

/**
 * Card payments through a provider with hosted pages. Records are provider-neutral: amounts are whole numbers of the smallest unit
 * of a currency (cents; yen), currencies are lower-case ISO codes, ids are the provider's. This interface knows no plans:
 * billing-global decides what a price buys.
 */
export type PaymentGateway = {
  readonly provider: 'stripe' | 'sandbox'
  /** False when no real money is charged: the sandbox, or the test mode of a provider. */
  readonly livemode: boolean
  /** Returns the active prices with these keys. Keys without a price are absent. */
  listPrices: (keys: readonly string[]) => Promise<Price[]>
  /** Returns the customer id of a user. Creates the customer on the first call only. */
  createCustomer: (user: { userId: string; email: string }) => Promise<string>
  /** Creates a payment page. Repeated and concurrent calls with the same intent create only one. */
  createCheckout: (checkout: NewCheckout) => Promise<Checkout>
  getCheckout: (id: string) => Promise<Checkout>
  /** Closes the page and returns its final state: `complete` when it was already paid. */
  expireCheckout: (id: string) => Promise<Checkout>
  getSubscription: (id: string) => Promise<Subscription>
  /** Returns all invoices of a subscription, newest first. */
  listInvoices: (subscriptionId: string) => Promise<Invoice[]>
  getInvoice: (id: string) => Promise<Invoice>
  getPayment: (id: string) => Promise<Payment>
  /** Returns the cost of changing to another price at `at`, which ends a trial. Changes nothing. */
  previewChange: (change: PlanChange) => Promise<ChangePreview>
  /**
   * Changes the price of a subscription immediately and charges the difference, once per key. If the payment does not succeed
   * immediately, the subscription stays unchanged and the change is pending until the invoice is paid at its `hostedUrl`.
   */
  applyChange: (change: PlanChange & { readonly idempotencyKey: string }) => Promise<Invoice>
  /** Schedules a price change for the end of the paid period. Replaces an earlier one. */
  scheduleChange: (subscriptionId: string, priceId: string) => Promise<Subscription>
  /** Cancels a scheduled change. Does nothing when there is none. */
  cancelScheduledChange: (subscriptionId: string) => Promise<Subscription>
  /** Ends a subscription immediately, without a refund. Does nothing when it has ended. */
  cancelSubscription: (subscriptionId: string) => Promise<Subscription>
  /** Refunds what is left of a payment, once per key. */
  refund: (paymentId: string, idempotencyKey: string) => Promise<Payment>
  /** Returns the page on which customers change their card, read invoices and end a subscription. */
  createPortalUrl: (customerId: string, returnUrl: string) => Promise<string>
  /** Verifies and parses a notification. Throws PaymentError `signature`. */
  parseNotification: (headers: Readonly<Record<string, string | undefined>>, body: Uint8Array) => Promise<Notification>
  /** Returns the notifications since a time that were not delivered, oldest first. */
  listMissedNotifications: (since: Date) => Promise<Notification[]>
}

export type Price = {
  readonly priceId: string
  /** The key of the price, chosen by the operator. */
  readonly key: string
  readonly interval: 'month' | 'year' | 'once'
  /** The amount in each currency. */
  readonly amounts: Readonly<Record<string, number>>
}

export type NewCheckout = {
  readonly intentId: string
  readonly userId: string
  readonly customerId: string
  readonly priceId: string
  readonly mode: 'subscription' | 'payment'
  readonly currency: string
  /** 0 for no trial. A trial requires a card, which is charged when the trial ends. */
  readonly trialDays: number
  /** 30 minutes to 24 hours from now. */
  readonly expiresAt: Date
  /** `{CHECKOUT_SESSION_ID}` in it is replaced with the id of the checkout. */
  readonly successUrl: string
  readonly cancelUrl: string
}

export type Checkout = {
  readonly id: string
  /** The payment page; null when the checkout is not open. */
  readonly url: string | null
  readonly status: 'open' | 'complete' | 'expired'
  readonly paymentStatus: 'paid' | 'unpaid' | 'no_payment_required'
  readonly mode: 'subscription' | 'payment'
  readonly intentId: string | null
  readonly customerId: string
  readonly subscriptionId: string | null
  /** The id of a completed one-time payment; null while it is unpaid, and for subscriptions. */
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
  /** The customer has canceled it, so it ends with the period. */
  readonly cancelAtPeriodEnd: boolean
  readonly endedAt: Date | null
  /** A price change is waiting for its payment. */
  readonly hasPendingChange: boolean
  readonly scheduled: { readonly priceId: string; readonly startsAt: Date } | null
  /** How far the customer's test clock is ahead of the server; 0 with real money. */
  readonly clockOffset: Millis
  /** Identifies the card across customers; null when there is no card. */
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
  /** The provider's page of the invoice, where an open one can be paid. */
  readonly hostedUrl: string | null
  readonly paymentId: string | null
  readonly lines: readonly InvoiceLine[]
  readonly livemode: boolean
}

/** A paid period of a price. The amount is negative when unused time of an earlier price is credited. */
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

/** `amountLeft` is the deducted value of the rest of the paid period. Both are 0 or more. */
export type ChangePreview = { readonly amountDue: number; readonly amountLeft: number; readonly currency: string }

/** A change at the provider. It is only a hint: the object is read from the provider. */
export type Notification = NotificationOf<ObjectRef>

export type NotificationOf<Ref> = {
  readonly eventId: string
  readonly type: string
  readonly livemode: boolean
  readonly objects: readonly Ref[]
}

export type ObjectRef = { readonly kind: 'checkout' | 'subscription' | 'invoice' | 'payment' | 'prices'; readonly id: string }

/**
 * Why a call failed: `unavailable` may succeed later and may have taken effect; `currency`: the customer pays in another currency;
 * `declined`: the card was declined; `notFound` and `invalid`: the id or its state does not allow the call; `signature`: a forged
 * or old notification.
 */
export type PaymentFailure = 'unavailable' | 'currency' | 'declined' | 'notFound' | 'invalid' | 'signature'

export class PaymentError extends Error {
  readonly failure: PaymentFailure
  /** For `currency`: the currency of the customer, when the provider names it. */
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
