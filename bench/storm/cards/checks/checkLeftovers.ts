import type { Journal } from '../../journal.ts'
import type { Books } from './readBooks.ts'

type Wrong = Journal['wrong']

/** Checks that nothing is unfinished: no unhandled notification, no outdated copy, no dead or unknown checkout page. */
export function checkLeftovers(books: Books, shownCheckouts: ReadonlySet<string>, wrong: Wrong): { notifications: number } {
  const stored = new Set(books.notifications.map(({ event_id }) => event_id))
  for (const { event_id, type, created_at } of books.events)
    if (!stored.has(event_id)) wrong('a notification never arrived', `${type} ${event_id} of ${created_at.toISOString()}`)
  const handled = books.notifications.filter(({ handled_at }) => handled_at !== null)
  for (const { event_id } of books.notifications.filter(({ handled_at }) => handled_at === null))
    wrong('a notification is not handled', `${books.events.find((event) => event.event_id === event_id)?.type} ${event_id}`)
  checkCopies(books, wrong)
  checkCheckouts(books, shownCheckouts, wrong)
  return { notifications: handled.length }
}

/** Checks that our copies match those of the sandbox. */
function checkCopies(books: Books, wrong: Wrong): void {
  for (const theirs of books.subscriptions) {
    const ours = books.ourSubscriptions.find(({ subscription_id }) => subscription_id === theirs.subscription_id)
    if (!ours) continue
    const differs = [
      ours.status !== theirs.status && `status ${ours.status} instead of ${theirs.status}`,
      ours.price_id !== theirs.price_id && `price ${ours.price_id} instead of ${theirs.price_id}`,
      ours.cancel_at_period_end !== theirs.cancel_at_period_end && 'another end',
      ours.has_pending_change !== (theirs.pending_invoice_id !== null) && 'another pending change',
      ours.scheduled_price_id !== theirs.scheduled_price_id && 'another scheduled change',
    ].filter(Boolean)
    if (differs.length > 0) wrong('the copy of a subscription is old', `${theirs.subscription_id}: ${differs.join(', ')}`)
  }
  for (const theirs of books.invoices) {
    const ours = books.ourInvoices.find(({ invoice_id }) => invoice_id === theirs.invoice_id)
    if (!ours) wrong('an invoice is not known here', `${theirs.invoice_id} ${theirs.status} ${theirs.amount_due}`)
    else if (ours.status !== theirs.status)
      wrong('the copy of an invoice is old', `${theirs.invoice_id}: ${ours.status} instead of ${theirs.status}`)
  }
}

function checkCheckouts(books: Books, shownCheckouts: ReadonlySet<string>, wrong: Wrong): void {
  const { ourCheckouts, now } = books
  for (const { intent_id, checkout_id, status, expires_at } of ourCheckouts) {
    const page = books.checkouts.find((each) => each.checkout_id === checkout_id)
    if (status === 'open' && checkout_id !== null && page?.status !== 'open')
      wrong('a checkout is open here, but its page is dead', `${intent_id} ${checkout_id} ${page?.status ?? 'unknown'}`)
    if (status === 'open' && checkout_id === null && expires_at < now) wrong('a checkout without a page never ends', intent_id)
    if (status === 'complete' && page?.status !== 'complete')
      wrong('a checkout is complete here only', `${intent_id} ${checkout_id}`)
  }
  for (const { checkout_id, status, intent_id } of books.checkouts) {
    const ours = ourCheckouts.find((each) => each.intent_id === intent_id)
    if (status === 'complete' && ours?.status !== 'complete')
      wrong('a checkout was paid, but is not complete here', `${checkout_id}: ${ours?.status ?? 'unknown'}`)
    if (status === 'open' && ours?.status !== 'open' && shownCheckouts.has(checkout_id))
      wrong('a page can be paid that was closed here', `${checkout_id}: ${ours?.status ?? 'unknown'}`)
  }
}
