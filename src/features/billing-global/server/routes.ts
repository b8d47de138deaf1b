import type { FastifyInstance } from 'fastify'
import { paths } from '#shared/paths.ts'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { withRequestOrigin } from '#platform/crypto/signedLinks.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { TRIAL_DAYS, isPackKey } from '#features/membership/rules.ts'
import { billingGlobalContract } from '../contract.ts'
import { parseWirePriceId } from '../rules.ts'
import { checkSessions } from './buy/checkSessions.ts'
import { confirmUpgrade } from './buy/confirmUpgrade.ts'
import { returnUrls } from './buy/returnUrls.ts'
import { orUnavailable } from './gateway.ts'
import { listPrices } from './prices.ts'
import { findCheckout, findCustomer } from './storeCheckouts.ts'
import { findPrice } from './storePrices.ts'
import { findInvoice, findSubscription, type InvoiceRecord } from './storeSubscriptions.ts'
import { inbox } from './sync/notifications.ts'
import { syncCheckout } from './sync/syncCheckout.ts'
import { syncSubscription } from './sync/syncSubscription.ts'
import { listPayments, readSubscription } from './views.ts'

export function billingGlobalRoutes(app: FastifyInstance, ctx: AppContext): void {
  serve(app, 'billing', billingGlobalContract, {
    prices: async ({ query }) => ({ data: ctx.payments ? await listPrices(ctx, query.region) : [] }),
    checkSessions: async ({ body, caller, from, refuse }) => {
      const price = body.line_items[0]?.price ?? ''
      const isTrial = body.free_trial_days === TRIAL_DAYS
      const isPack = isPackKey((await findPrice(ctx, parseWirePriceId(price)?.priceId ?? ''))?.key ?? '')
      const urls = returnUrls(ctx.config, from, body, { isPack, isTrial })
      const session = await checkSessions(ctx, { userId: caller.userId, price, isTrial, ...urls })
      if ('refused' in session) return refuse(session.refused)
      const { status, checkout = null, preview = null, oldCurrency = null, startsAt } = session
      const starts_at = startsAt ? unixSeconds(startsAt) : null
      return {
        status,
        data: { checkout_session: checkout, preview_invoice: preview, old_price_currency: oldCurrency, starts_at },
      }
    },
    checkoutSession: async ({ params, caller, refuse }) => {
      const session = await readCheckout(ctx, caller.userId, params.id)
      return 'refused' in session ? refuse(session.refused) : { data: session }
    },
    upgrade: async ({ params, body, caller, refuse }) => {
      const confirmed = await confirmUpgrade(ctx, { userId: caller.userId, subscriptionId: params.id, price: body.price })
      if ('refused' in confirmed) return refuse(confirmed.refused)
      return { data: { invoice_id: confirmed.invoiceId, hosted_invoice_url: confirmed.hostedUrl } }
    },
    invoice: async ({ params, caller, refuse }) => {
      const invoice = await readInvoice(ctx, caller.userId, params.id)
      return 'refused' in invoice ? refuse(invoice.refused) : { data: invoice }
    },
    subscription: async ({ caller }) => ({ data: await readSubscription(ctx, caller.userId) }),
    payments: async ({ caller }) => ({ data: await listPayments(ctx, caller.userId) }),
    portal: async ({ caller, from, refuse }) => {
      if (!ctx.payments) return refuse('notSold')
      const customer = await findCustomer(ctx, caller.userId)
      if (!customer) return refuse('noCustomer')
      const returnUrl = withRequestOrigin(ctx.config.publicUrl, ctx.config, from) + paths.memberManage()
      const url = await orUnavailable(ctx.payments.createPortalUrl(customer.customer_id, returnUrl))
      return typeof url === 'string' ? { data: { url } } : refuse(url.refused)
    },
    webhook: async ({ params, body, headers }) => {
      const { payments } = ctx
      if (payments?.provider !== params.provider) throw new NotFound()
      await inbox.receive(ctx, payments.livemode, payments.parseNotification(headers, body))
      return {}
    },
  })
}

/**
 * Delivers a paid purchase before it returns, so that users need not wait for the notification. Throws NotFound for another user's
 * checkout.
 */
async function readCheckout(ctx: AppContext, userId: string, checkoutId: string) {
  const stored = await findCheckout(ctx, checkoutId)
  if (stored?.user_id !== userId || !ctx.payments) throw new NotFound()
  const checkout = await orUnavailable(syncCheckout(ctx, checkoutId))
  if (checkout === null) throw new NotFound()
  if ('refused' in checkout) return checkout
  const subscription = checkout.subscriptionId === null ? undefined : await findSubscription(ctx, checkout.subscriptionId)
  const isPaid = checkout.status === 'complete' && checkout.paymentStatus !== 'unpaid'
  return {
    id: checkout.id,
    payment_status: isPaid ? ('paid' as const) : ('unpaid' as const),
    status: checkout.status,
    subscription: checkout.subscriptionId,
    is_trial_refused: subscription?.is_trial_refused ?? false,
  }
}

/** Reads an invoice that can still change from the provider. Throws NotFound for another user's invoice. */
async function readInvoice(ctx: AppContext, userId: string, invoiceId: string) {
  const stored = await findInvoice(ctx, invoiceId)
  if (stored?.user_id !== userId) throw new NotFound()
  if (stored.subscription_id === null || isFinal(stored) || !ctx.payments) return toInvoice(stored)
  const synced = await orUnavailable(syncSubscription(ctx, stored.subscription_id))
  return synced ?? toInvoice((await findInvoice(ctx, invoiceId)) ?? stored)
}

const isFinal = ({ status }: InvoiceRecord): boolean => ['paid', 'void', 'uncollectible'].includes(status)

const toInvoice = ({ invoice_id, status, amount_due, currency, hosted_url }: InvoiceRecord) => ({
  id: invoice_id,
  status,
  amount_due,
  currency: currency.toUpperCase(),
  hosted_invoice_url: hosted_url,
})
