import type { Stripe } from 'stripe'
import type { Invoice, InvoiceLine } from '../payments.ts'
import { fromUnixSeconds, idOf, oneOf, required } from './readFields.ts'
import { receive, receiveAll } from './receive.ts'
import type { StripeContext } from './stripeClient.ts'

export const getInvoice = async (stripe: StripeContext, id: string): Promise<Invoice> =>
  await toInvoice(stripe, await receive('invoice', stripe.client.invoices.retrieve(id, { expand: ['payments'] })))

/** Stripe lists the newest first. */
export async function listInvoices(stripe: StripeContext, subscriptionId: string): Promise<Invoice[]> {
  const params = { subscription: subscriptionId, expand: ['data.payments'] }
  const invoices = await receiveAll('invoice', (page) => stripe.client.invoices.list({ ...params, ...page }))
  const converted: Invoice[] = []
  for (const invoice of invoices) converted.push(await toInvoice(stripe, invoice))
  return converted
}

/** `payments` of the invoice must be expanded. */
export async function toInvoice(stripe: StripeContext, invoice: Stripe.Invoice): Promise<Invoice> {
  return {
    id: invoice.id,
    customerId: required(idOf(invoice.customer), 'customer'),
    subscriptionId: idOf(invoice.parent?.subscription_details?.subscription),
    status: oneOf(['draft', 'open', 'paid', 'uncollectible', 'void'], invoice.status, 'status of an invoice'),
    currency: invoice.currency,
    amountDue: invoice.amount_due,
    amountPaid: invoice.amount_paid,
    createdAt: fromUnixSeconds(invoice.created),
    hostedUrl: invoice.hosted_invoice_url ?? null,
    paymentId: paymentIdOf(required(invoice.payments, 'payments')),
    lines: (await listLines(stripe, invoice)).flatMap(toInvoiceLine),
    livemode: invoice.livemode,
  }
}

/** Returns all lines. The invoice itself contains only the first ten. */
export const listLines = async (stripe: StripeContext, { id, lines }: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> =>
  lines.has_more ? await receiveAll('line_item', (page) => stripe.client.invoices.listLineItems(id, page)) : lines.data

/** An invoice created by the operator may have lines without a price. */
function toInvoiceLine({ pricing, amount, period }: Stripe.InvoiceLineItem): InvoiceLine[] {
  const priceId = idOf(pricing?.price_details?.price)
  return priceId ? [{ priceId, amount, start: fromUnixSeconds(period.start), end: fromUnixSeconds(period.end) }] : []
}

/** Returns the payment that paid the invoice, not failed or canceled ones. */
const paymentIdOf = ({ data }: Stripe.ApiList<Stripe.InvoicePayment>): string | null =>
  idOf(data.find(({ status, payment }) => status === 'paid' && payment.payment_intent)?.payment.payment_intent)
