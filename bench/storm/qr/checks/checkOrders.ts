import { isPackKey, packSeconds } from '#features/membership/rules.ts'
import type { QrOrderRow } from '#platform/payments/sandbox/tables.ts'
import { compareSums, type Paid, type Sum } from '../../checks/compareSums.ts'
import type { Journal } from '../../journal.ts'
import { isPaid, type OurOrder, type QrBooks } from './readQrBooks.ts'

type Wrong = Journal['wrong']

/** Each order must be equal on both sides, and none may be open or unfinished. Returns the sums. */
export function checkOrders(books: QrBooks, wrong: Wrong): Sum[] {
  const { orders, ourOrders, notifications } = books
  for (const theirs of orders) {
    const ours = ourOrders.find(({ order_id }) => order_id === theirs.order_no)
    const label = `${theirs.order_no} ${theirs.title} ${theirs.state} ${theirs.amount}, refunded ${theirs.refunded}`
    if (!ours) wrong('an order is not known here', label)
    else if (ours.amount !== theirs.amount) wrong('an order has another amount here', `${label}: ${ours.amount}`)
    else if (ours.refunded !== theirs.refunded) wrong('a refund is not known here', `${label}: ${ours.refunded}`)
    else if ((ours.state === 'paid') !== (theirs.state === 'paid'))
      wrong('an order is paid on one side only', `${label}: ${ours.state}`)
    if (theirs.state === 'pending' && !isOver(books, theirs)) wrong('an order can still be paid', `${label}: ${ours?.state}`)
  }
  for (const { order_id, state, is_settled, sub_id, pays_back, refunded, amount } of ourOrders) {
    if (!is_settled && sub_id === null) wrong('an order is not settled', `${order_id} ${state}`)
    if (state === 'creating' || state === 'pending') wrong('an order is open for ever', `${order_id} ${state}`)
    if (pays_back && refunded < amount) wrong('a payment that must go back is still here', order_id)
    if (state === 'paid' && !orders.some(({ order_no }) => order_no === order_id))
      wrong('an order is paid here but not at the channel', order_id)
  }
  for (const { event_id, handled_at } of notifications) if (handled_at === null) wrong('a notification is not handled', event_id)
  const paid = (all: readonly { state: string; amount: number; refunded: number }[]): Paid[] =>
    all.filter(({ state }) => state === 'paid').map(({ amount, refunded }) => ({ currency: 'cny', amount, paidBack: refunded }))
  return compareSums(paid(orders), paid(ourOrders), wrong)
}

/** On the clock of its customer, which may be ahead of ours. */
function isOver({ customers, now }: QrBooks, { customer_id: id, expires_at }: QrOrderRow): boolean {
  const offset = customers.find(({ customer_id }) => customer_id === id)?.clock_offset_ms ?? 0
  return expires_at !== null && expires_at.getTime() <= now.getTime() + offset
}

/**
 * Each paid pack must be granted once with its seconds, only one of the codes for a purchase may be kept as paid, and refunds must
 * revoke grants.
 */
export function checkPacks({ grants, ourOrders }: QrBooks, wrong: Wrong): { packs: number } {
  const paid = ourOrders.filter(({ sub_id, state }) => sub_id === null && state === 'paid')
  const packGrants = grants.filter(({ kind }) => kind === 'pack')
  for (const order of paid) {
    const own = packGrants.filter(({ source, source_ref }) => source === 'order' && source_ref === `order:${order.order_id}`)
    const label = `${order.order_id} ${order.sku}, refunded ${order.refunded}`
    const isKept = isPaid(order)
    if (own.length > 1 || (isKept && own.length !== 1)) wrong('a paid pack is not granted once', `${label}: ${own.length}`)
    for (const { seconds_total, seconds_left, seconds_void, voided_at } of own) {
      if (!isPackKey(order.sku) || seconds_total !== packSeconds(order.sku))
        wrong('a pack has other seconds than were paid', `${label}: ${seconds_total}`)
      if (!isKept && (voided_at === null || seconds_left > 0)) wrong('a pack that was paid back can be used', label)
      if (isKept && (voided_at !== null || seconds_void > 0)) wrong('a pack that is paid cannot be used', label)
    }
  }
  for (const { source, source_ref } of packGrants)
    if (!paid.some(({ order_id }) => source === 'order' && source_ref === `order:${order_id}`))
      wrong('minutes of a pack without a paid order', `${source} ${source_ref}`)
  for (const chain of Map.groupBy(paid.filter(isPaid), (order) => firstCodeOf(order, ourOrders)).values())
    if (chain.length > 1) wrong('one purchase was paid with two codes', chain.map(({ order_id }) => order_id).join(' '))
  return { packs: paid.length }
}

/** Returns the id of the first order in a chain of refreshed ones, or the order's own id. */
function firstCodeOf(order: OurOrder, all: readonly OurOrder[]): string {
  const earlier = all.find(({ order_id }) => order_id === order.replaces)
  return earlier ? firstCodeOf(earlier, all) : order.order_id
}
