import { type Books, isPaidBack } from './readBooks.ts'

/** Time of a tier that is paid, on the clock of its customer. */
export type PaidPeriod = {
  readonly tier: 'pro' | 'unlimited'
  readonly start: number
  readonly end: number
  readonly invoiceId: string
}

const tierOf = (priceId: string): PaidPeriod['tier'] => (priceId.includes('unlimited') ? 'unlimited' : 'pro')

/**
 * Returns the paid time of a subscription, from the invoices of the sandbox alone: what was charged on paid invoices whose money was not
 * given back, each until the moment from which its own rest was credited. A credit belongs to the charge of its price that ends with it.
 */
export function paidPeriodsOf(books: Books, subscriptionId: string): PaidPeriod[] {
  const payments = new Map(books.payments.map((payment) => [payment.payment_id, payment]))
  const valid = books.invoices.filter(({ subscription_id, status, payment_id }) => {
    const payment = payment_id === null ? undefined : payments.get(payment_id)
    return subscription_id === subscriptionId && status === 'paid' && !(payment && isPaidBack(payment))
  })
  const ids = new Set(valid.map(({ invoice_id }) => invoice_id))
  const lines = books.lines.filter(({ invoice_id }) => ids.has(invoice_id))
  const credits = lines.filter(({ amount }) => amount < 0)
  return lines
    .filter(({ amount }) => amount > 0)
    .flatMap(({ price_id, start_at, end_at, invoice_id }) => {
      const own = credits.filter((credit) => credit.price_id === price_id && credit.end_at.getTime() === end_at.getTime())
      const end = Math.min(end_at.getTime(), ...own.map((credit) => credit.start_at.getTime()))
      const start = start_at.getTime()
      return end > start ? [{ tier: tierOf(price_id), start, end, invoiceId: invoice_id }] : []
    })
}
