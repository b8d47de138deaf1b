import { type Books, isPaidBack } from './readBooks.ts'

/** Paid time of a tier, on the clock of its customer. */
export type PaidPeriod = {
  readonly tier: 'pro' | 'unlimited'
  readonly start: number
  readonly end: number
  readonly invoiceId: string
}

const tierOf = (priceId: string): PaidPeriod['tier'] => (priceId.includes('unlimited') ? 'unlimited' : 'pro')

/**
 * Returns the paid time of a subscription, from the invoices of the sandbox alone: the charges of paid invoices that were not
 * refunded, each until the moment from which its rest was credited. A credit belongs to the charge of the same price that ends with
 * it.
 */
export function paidPeriodsOf(books: Books, subscriptionId: string): PaidPeriod[] {
  const ids = validInvoices(books, subscriptionId)
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

/**
 * Returns the ids of the paid invoices whose money was kept. An invoice is excluded when it was paid mostly with the rest of a
 * period whose payment was refunded.
 */
function validInvoices({ payments, invoices, lines }: Books, subscriptionId: string): ReadonlySet<string> {
  const valid = new Set<string>()
  const gone = new Set<string>()
  for (const { invoice_id, subscription_id, status, payment_id, amount_paid } of invoices) {
    if (subscription_id !== subscriptionId || status !== 'paid') continue
    const payment = payments.find((each) => each.payment_id === payment_id)
    const credits = lines.filter((line) => line.invoice_id === invoice_id && line.amount < 0)
    const isOfGone = credits.some(({ price_id, end_at }) =>
      lines.some(
        (line) =>
          line.amount > 0 &&
          gone.has(line.invoice_id) &&
          line.price_id === price_id &&
          line.end_at.getTime() === end_at.getTime(),
      ),
    )
    const credited = credits.reduce((sum, { amount }) => sum - amount, 0)
    const isGone = (payment && isPaidBack(payment)) || (isOfGone && credited > amount_paid)
    ;(isGone ? gone : valid).add(invoice_id)
  }
  return valid
}
