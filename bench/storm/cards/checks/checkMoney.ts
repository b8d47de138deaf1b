import type { Journal } from '../../journal.ts'
import type { SubscriptionRow } from '#platform/payments/sandbox/tables.ts'
import { compareSums, type Paid, type Sum } from '../../checks/compareSums.ts'
import { paidPeriodsOf } from './paidPeriods.ts'
import { type Books, isPaidBack, type OurPack } from './readBooks.ts'

type Wrong = Journal['wrong']

/** Compares every payment, and the sums in each currency, to the cent. Returns the sums. */
export function checkMoney(books: Books, wrong: Wrong): Sum[] {
  const ours = [
    ...books.ourInvoices
      .filter(({ status }) => status === 'paid')
      .map(({ invoice_id: id, amount_paid: amount, ...rest }) => ({ id, amount, ...rest })),
    ...books.ourPacks.map(({ checkout_id: id, ...rest }) => ({ id, ...rest })),
  ]
  for (const payment of books.payments) {
    const copies = ours.filter(({ payment_id }) => payment_id === payment.payment_id)
    const label = `${payment.payment_id} ${payment.amount} ${payment.currency}, refunded ${payment.refunded}, dispute ${payment.dispute}`
    if (copies.length === 0) wrong('a payment is not known here', label)
    if (copies.length > 1) wrong('a payment is counted twice here', label)
    for (const { id, amount, currency, refunded, dispute } of copies) {
      if (amount !== payment.amount || currency !== payment.currency)
        wrong('a payment has another amount here', `${label}: ${id}`)
      if (refunded !== payment.refunded) wrong('a refund is not known here', `${label}: ${id} refunded ${refunded}`)
      if (dispute !== payment.dispute) wrong('a dispute is another one here', `${label}: ${id} ${dispute}`)
    }
  }
  for (const { id, amount, payment_id } of ours)
    if (amount > 0 && !books.payments.some((payment) => payment.payment_id === payment_id))
      wrong('an invoice is paid here but not at the provider', `${id} ${amount}`)
  return compareSums(books.payments.map(toPaid), ours.map(toPaid), wrong)
}

const toPaid = (paid: Pick<OurPack, 'currency' | 'amount' | 'refunded' | 'dispute'>): Paid => ({
  currency: paid.currency,
  amount: paid.amount,
  paidBack: isPaidBack(paid) ? paid.amount : paid.refunded,
})

/** No user may have two running subscriptions, or have paid for the same time of two parallel ones. */
export function checkOneSubscription(books: Books, wrong: Wrong): { seconds: number } {
  const byUser = Map.groupBy(books.subscriptions, ({ customer_id }) => books.userOf.get(customer_id) ?? customer_id)
  const paidInvoices = new Set(books.invoices.flatMap(({ invoice_id, amount_paid }) => (amount_paid > 0 ? invoice_id : [])))
  for (const [user, those] of byUser) {
    const running = those.filter(({ status }) => status !== 'canceled')
    if (running.length > 1)
      wrong('a user has two running subscriptions', `${user}: ${running.map((each) => each.subscription_id).join()}`)
    const paid = those
      .flatMap(({ subscription_id: id }) => paidPeriodsOf(books, id).map((time) => ({ id, ...time })))
      .filter(({ invoiceId }) => paidInvoices.has(invoiceId))
    for (const [index, one] of paid.entries())
      for (const other of paid.slice(index + 1)) {
        if (one.id === other.id || one.start >= other.end || other.start >= one.end) continue
        if (!ranTogether(books, one.id, other.id)) continue
        const isLate = [one, other].some(({ id }) => wasSeenAfterItsEnd(books, id))
        const kind = `a user has paid for two subscriptions at once${isLate ? ', of which one was seen here only after its end' : ''}`
        wrong(kind, `${user}: ${describe(books, one.id)} and ${describe(books, other.id)}`)
      }
  }
  return { seconds: books.ourSubscriptions.filter(({ is_duplicate }) => is_duplicate).length }
}

/**
 * After one has ended, its paid time may continue while another one is bought, if the purchase was paid with the rest and then
 * refunded.
 */
function ranTogether({ subscriptions }: Books, ...ids: [string, string]): boolean {
  const [one, other] = ids.map((id) => subscriptions.find(({ subscription_id }) => subscription_id === id)!)
  const isOver = (first?: SubscriptionRow, second?: SubscriptionRow) =>
    first?.ended_at !== null && first!.ended_at <= second!.started_at
  return !isOver(one, other) && !isOver(other, one)
}

/** With a test clock, a subscription can end before its first notification is handled. */
function wasSeenAfterItsEnd({ memberships, events }: Books, subscriptionId: string): boolean {
  const seen = memberships.find(({ source_ref }) => source_ref.startsWith(`${subscriptionId}:`))?.made_at
  const ended = events.find(
    ({ type, objects }) => type === 'customer.subscription.deleted' && objects.some(({ id }) => id === subscriptionId),
  )?.created_at
  return seen !== undefined && ended !== undefined && seen >= ended
}

/** Describes the course of a subscription and the outcome of each of its payments. */
function describe({ subscriptions, invoices, payments }: Books, subscriptionId: string): string {
  const { started_at, ended_at } = subscriptions.find(({ subscription_id }) => subscription_id === subscriptionId)!
  const own = invoices.filter(({ subscription_id }) => subscription_id === subscriptionId)
  const lines = own.map(({ invoice_id, amount_paid, status, payment_id }) => {
    const payment = payments.find((each) => each.payment_id === payment_id)
    return `${invoice_id} ${status} ${amount_paid}, refunded ${payment?.refunded ?? 0}, dispute ${payment?.dispute ?? 'none'}`
  })
  return `${subscriptionId} from ${started_at.toISOString()} to ${ended_at?.toISOString() ?? 'now'} (${lines.join('; ')})`
}
