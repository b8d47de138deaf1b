import { type Clock, systemClock } from '#platform/clock/clock.ts'
import type { PaymentsConfig } from '#platform/config/paymentSettings.ts'
import type { Log } from '#platform/log/log.ts'
import type { Millis } from '#shared/units.ts'
import type { PaymentGateway } from '../payments.ts'
import { createCheckout, expireCheckout, getCheckout } from './checkouts.ts'
import { createCustomer, createPortal } from './customers.ts'
import { getInvoice, listInvoices } from './invoices.ts'
import { listMissedNotifications, parseNotification } from './notifications.ts'
import { getPayment, refund } from './paymentIntents.ts'
import { applyChange, previewChange } from './planChanges.ts'
import { listPrices } from './prices.ts'
import { cancelScheduledChange, scheduleChange } from './scheduledChanges.ts'
import { createStripeClient } from './stripeClient.ts'
import { cancelSubscription, getSubscription } from './subscriptions.ts'

type StripeConfig = Extract<PaymentsConfig, { readonly provider: 'stripe' }>

type StripeOptions = {
  readonly log: Log
  /** Used to check the age of notifications. */
  readonly clock?: Clock
  readonly timeout?: Millis
  readonly retries?: number
}

/** Opens payments through Stripe. Sends nothing until it is used. */
export function openStripe(config: StripeConfig, { log, clock = systemClock, ...limits }: StripeOptions): PaymentGateway {
  const { secretKey, webhookSecret, apiBase } = config
  const stripe = { client: createStripeClient({ secretKey, apiBase, ...limits }), log, clock }
  return {
    provider: 'stripe',
    livemode: secretKey.includes('_live_'),
    listPrices: (keys) => listPrices(stripe, keys),
    createCustomer: (user) => createCustomer(stripe, user),
    createCheckout: (checkout) => createCheckout(stripe, checkout),
    getCheckout: (id) => getCheckout(stripe, id),
    expireCheckout: (id) => expireCheckout(stripe, id),
    getSubscription: (id) => getSubscription(stripe, id),
    listInvoices: (subscriptionId) => listInvoices(stripe, subscriptionId),
    getInvoice: (id) => getInvoice(stripe, id),
    getPayment: (id) => getPayment(stripe, id),
    previewChange: (change) => previewChange(stripe, change),
    applyChange: (change) => applyChange(stripe, change),
    scheduleChange: (subscriptionId, priceId) => scheduleChange(stripe, subscriptionId, priceId),
    cancelScheduledChange: (subscriptionId) => cancelScheduledChange(stripe, subscriptionId),
    cancelSubscription: (subscriptionId) => cancelSubscription(stripe, subscriptionId),
    refund: (paymentId, idempotencyKey) => refund(stripe, paymentId, idempotencyKey),
    createPortalUrl: createPortal(stripe),
    parseNotification: (headers, body) => parseNotification(stripe, webhookSecret, headers, body),
    listMissedNotifications: (since) => listMissedNotifications(stripe, since),
  }
}
