import type { NewCheckout, Notification, PaymentGateway } from '../payments.ts'
import { listCataloguePrices } from './catalogue.ts'
import { checkWebAddress, createCheckout } from './billing/checkouts.ts'
import { createId, type CustomerTransaction, type Sandbox, tablesOf } from './customerTransaction.ts'
import { ensureCustomer } from './ensureCustomer.ts'
import { registerSandboxJobs } from './notifications/delivery.ts'
import { once } from './idempotency.ts'
import { toNotification, verifyNotification } from './notifications/signing.ts'
import { withCheckout, withInvoice, withPayment, withSubscription } from './objects.ts'
import { applyChange, previewChange, scheduleChange } from './billing/planChanges.ts'
import { closeCheckout } from './billing/processDue.ts'
import { toCheckout, toInvoice, toPayment, toSubscription } from './records.ts'
import { refundPayment } from './billing/refunds.ts'
import { endSubscription, saveSubscription } from './billing/subscriptions.ts'
import type { InvoiceRow, SubscriptionRow } from './tables.ts'
import { withCustomer } from './withCustomer.ts'

/** The sandbox with actions that its pages and tests take in the customer's place. */
export type SandboxGateway = PaymentGateway & { readonly sandbox: Sandbox }

/** Opens the built-in provider, whose records are in the database of this server. No real money is charged. */
export function openSandbox(sandbox: Sandbox): SandboxGateway {
  registerSandboxJobs(sandbox)
  return {
    sandbox,
    provider: 'sandbox',
    livemode: false,
    listPrices: async (keys) => listCataloguePrices(keys),
    ...checkoutCalls(sandbox),
    ...subscriptionCalls(sandbox),
    ...paymentCalls(sandbox),
    ...notificationCalls(sandbox),
  }
}

const checkoutCalls = (sandbox: Sandbox) => ({
  createCustomer: ({ userId }: { userId: string }) => ensureCustomer(sandbox, userId),
  createCheckout: (checkout: NewCheckout) =>
    withCustomer(sandbox, checkout.customerId, async (transaction) =>
      toCheckout(await createCheckout(transaction, checkout), sandbox.publicUrl),
    ),
  getCheckout: (id: string) => withCheckout(sandbox, id, async (_, checkout) => toCheckout(checkout, sandbox.publicUrl)),
  expireCheckout: (id: string) =>
    withCheckout(sandbox, id, async (transaction, checkout) => {
      if (checkout.status === 'open') await closeCheckout(transaction, checkout)
      return toCheckout(checkout, sandbox.publicUrl)
    }),
  createPortalUrl: (customerId: string, returnUrl: string) =>
    withCustomer(sandbox, customerId, async ({ tx, now }) => {
      checkWebAddress(returnUrl)
      const portal = {
        portal_id: createId('portal', sandbox.clock),
        customer_id: customerId,
        return_url: returnUrl,
        created_at: now,
      }
      await tx.insertInto('sandbox_portal').values(portal).execute()
      return `${sandbox.publicUrl}/sandbox/portal/${portal.portal_id}`
    }),
})

function subscriptionCalls(sandbox: Sandbox) {
  /** Changes a subscription and returns it. */
  const change = (id: string, work: (transaction: CustomerTransaction, subscription: SubscriptionRow) => Promise<void>) =>
    withSubscription(sandbox, id, async (transaction, subscription) => {
      await work(transaction, subscription)
      return toSubscription(subscription, transaction.customer)
    })
  return {
    getSubscription: (id: string) => change(id, async () => undefined),
    previewChange: (target: Parameters<PaymentGateway['previewChange']>[0]) =>
      withSubscription(sandbox, target.subscriptionId, async (transaction, subscription) =>
        previewChange(transaction, subscription, target),
      ),
    applyChange: ({ idempotencyKey, ...target }: Parameters<PaymentGateway['applyChange']>[0]) =>
      withSubscription(sandbox, target.subscriptionId, async (transaction, subscription) => {
        const request = JSON.stringify(['change', target.subscriptionId, target.priceId, target.at])
        const apply = async () => (await applyChange(transaction, subscription, target)).invoice_id
        return readInvoice(transaction, await once(transaction, { key: idempotencyKey, request }, apply))
      }),
    scheduleChange: (id: string, priceId: string) =>
      change(id, (transaction, subscription) => scheduleChange(transaction, subscription, priceId)),
    cancelScheduledChange: (id: string) =>
      change(id, async (transaction, subscription) => {
        if (subscription.scheduled_price_id !== null)
          await saveSubscription(transaction, subscription, { scheduled_price_id: null })
      }),
    cancelSubscription: (id: string) =>
      change(id, async (transaction, subscription) => {
        if (subscription.status !== 'canceled') await endSubscription(transaction, subscription)
      }),
  }
}

const paymentCalls = (sandbox: Sandbox) => ({
  listInvoices: (subscriptionId: string) =>
    withSubscription(sandbox, subscriptionId, async (transaction) => {
      const invoices = await transaction.tx
        .selectFrom('sandbox_invoice')
        .selectAll()
        .where('subscription_id', '=', subscriptionId)
        .orderBy('n', 'desc')
        .execute()
      return withLines(transaction, invoices)
    }),
  getInvoice: (id: string) => withInvoice(sandbox, id, (transaction) => readInvoice(transaction, id)),
  getPayment: (id: string) => withPayment(sandbox, id, async (_, payment) => toPayment(payment)),
  refund: (paymentId: string, key: string) =>
    withPayment(sandbox, paymentId, async (transaction, payment) => {
      await once(transaction, { key, request: JSON.stringify(['refund', paymentId]) }, async () => {
        await refundPayment(transaction, payment)
        return paymentId
      })
      return toPayment(payment)
    }),
})

async function readInvoice(transaction: CustomerTransaction, id: string) {
  const invoice = await transaction.tx
    .selectFrom('sandbox_invoice')
    .selectAll()
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow()
  const [record] = await withLines(transaction, [invoice])
  return record!
}

async function withLines({ tx, sandbox }: CustomerTransaction, invoices: readonly InvoiceRow[]) {
  const ids = invoices.map(({ invoice_id }) => invoice_id)
  const lines = await tx.selectFrom('sandbox_invoice_line').selectAll().where('invoice_id', 'in', ids).orderBy('n').execute()
  return invoices.map((invoice) => toInvoice(invoice, lines, sandbox.publicUrl))
}

const notificationCalls = (sandbox: Sandbox) => ({
  parseNotification: async (headers: Readonly<Record<string, string | undefined>>, body: Uint8Array) =>
    verifyNotification(sandbox.secret, headers, body, sandbox.clock.now()) as Notification,
  listMissedNotifications: async (since: Date) => {
    const events = await tablesOf(sandbox)
      .selectFrom('sandbox_event')
      .selectAll()
      .where('delivered_at', 'is', null)
      .where('created_at', '>=', since)
      .orderBy('n')
      .execute()
    return events.map((event) => toNotification(event) as Notification)
  },
})
