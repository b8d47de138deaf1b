import { days, hours } from '#shared/units.ts'
import type { Membership } from '../../checks/commonBooks.ts'
import type { Journal } from '../../journal.ts'
import { callApi } from '../../shop.ts'
import type { QrShopper } from '../shopper.ts'
import { describe } from './checkAgreements.ts'
import { isPaid, type OurAgreement, type OurOrder, type QrBooks } from './readQrBooks.ts'

type Wrong = Journal['wrong']
type Time = { readonly start: number; readonly end: number }

/** How long a plan may continue while its next payment is in progress. */
const GRACE = hours(3)

/**
 * Every period must be charged once, follow the previous one, and be granted for as long as it is paid. Returns the number of
 * periods.
 */
export function checkPeriods(books: QrBooks, wrong: Wrong): { periods: number; memberships: number } {
  const counts = { periods: 0, memberships: 0 }
  for (const agreement of books.ourAgreements) {
    const charges = chargesOf(books, agreement.sub_id)
    counts.periods += charges.length
    checkOrder(agreement, charges, wrong)
    const own = books.memberships.filter(({ source_ref }) => source_ref.startsWith(`${agreement.sub_id}:`))
    counts.memberships += own.length
    checkMembership(books, agreement, own, wrong)
  }
  for (const [user, own] of Map.groupBy(books.ourAgreements, ({ user_id }) => user_id)) {
    const times = own.flatMap((agreement) => {
      const time = paidTimeOf(books, agreement)
      return time && time.end > books.now.getTime() ? [{ ...time, agreement }] : []
    })
    for (const [index, one] of times.entries())
      for (const other of times.slice(index + 1))
        if (one.start < other.end && other.start < one.end)
          wrong('a user has paid for the same time twice', `${user}: ${describe(one.agreement)} and ${describe(other.agreement)}`)
  }
  return counts
}

const chargesOf = ({ ourOrders }: QrBooks, subId: string): OurOrder[] =>
  ourOrders
    .filter(({ sub_id, state, pays_back }) => sub_id === subId && state === 'paid' && !pays_back)
    .toSorted((a, b) => a.period! - b.period!)

function checkOrder(agreement: OurAgreement, charges: readonly OurOrder[], wrong: Wrong): void {
  const months = agreement.sku.includes('-year') ? 12 : 1
  for (const [index, { order_id, period, period_start: start, period_end: end }] of charges.entries()) {
    const label = `${describe(agreement)}: ${order_id} is period ${period}, ${start?.toISOString()} to ${end?.toISOString()}`
    if (period !== index) wrong('a period is charged twice or left out', label)
    const before = charges[index - 1]?.period_end
    if (before && before.getTime() !== start?.getTime()) wrong('a period does not follow the one before', label)
    const length = end!.getTime() - start!.getTime()
    // A test clock that was advanced moves the dates of periods into months of different lengths.
    const [least, most] = [days(28) * months - days(3), days(31) * months + days(3)]
    const isRight = length >= least && (length <= most || (index === 0 && agreement.change === 'upgrade'))
    if (!isRight) wrong('a period has another length than was paid', label)
  }
}

/** Returns the paid time that was not refunded, until its rest was used as part of the price of an upgrade. */
function paidTimeOf(books: QrBooks, agreement: OurAgreement): Time | null {
  const charges = chargesOf(books, agreement.sub_id)
  const last = charges.findLast((charge) => isKept(books, agreement, charge))
  if (!last) return null
  const upgrades = upgradesOf(books, agreement).filter(({ first, upgrade }) => isPaid(first) || isUpgraded(books, upgrade))
  const start = charges[0]!.period_start!.getTime()
  return { start, end: Math.min(last.period_end!.getTime(), ...upgrades.map(({ first }) => first.period_start!.getTime())) }
}

const upgradesOf = (books: QrBooks, { sub_id }: OurAgreement) =>
  books.ourAgreements.flatMap((upgrade) => {
    const [first] = upgrade.replaces === sub_id && upgrade.change === 'upgrade' ? chargesOf(books, upgrade.sub_id) : []
    return first ? [{ upgrade, first }] : []
  })

/** A refunded upgrade counts when its own rest had been used by another one. */
const isUpgraded = (books: QrBooks, agreement: OurAgreement): boolean =>
  upgradesOf(books, agreement).some(({ first, upgrade }) => isPaid(first) || isUpgraded(books, upgrade))

/** Returns whether the money of a charge was kept, and that of the time used to pay for it when that is the larger part. */
function isKept(books: QrBooks, { replaces, change, price, sku }: OurAgreement, charge: OurOrder): boolean {
  if (!isPaid(charge)) return false
  const upgraded = books.ourAgreements.find(({ sub_id }) => sub_id === replaces)
  if (charge.period !== 0 || change !== 'upgrade' || !upgraded) return true
  const length = charge.period_end!.getTime() - charge.period_start!.getTime()
  const worth = price * Math.max(1, length / days(sku.includes('-year') ? 366 : 31))
  if (worth - charge.amount <= charge.amount) return true
  const taken = chargesOf(books, upgraded.sub_id).findLast(({ period_start }) => period_start! <= charge.period_start!)
  return taken === undefined || isKept(books, upgraded, taken)
}

function checkMembership(books: QrBooks, agreement: OurAgreement, own: readonly Membership[], wrong: Wrong): void {
  const paid = paidTimeOf(books, agreement)
  const now = books.now.getTime()
  const current = own.filter(({ expire_time }) => expire_time === null || expire_time.getTime() > now)
  const label = `${describe(agreement)}: paid to ${show(paid?.end)}, given to ${own.map(({ paid_until }) => show(paid_until?.getTime())).join(', ')}`
  if (own.length > 1) wrong('a plan has two memberships', label)
  const isPaidNow = paid !== null && paid.end > now && paid.start <= now
  if (isPaidNow && current.length === 0) wrong('paid time without a membership', label)
  for (const { paid_until, expire_time, tier, renewal } of current) {
    const grace = expire_time!.getTime() - paid_until!.getTime()
    if (!agreement.sku.startsWith(tier === 'pro' ? '600' : 'unlimited')) wrong('a membership of another tier', label)
    if (grace !== 0 && grace !== GRACE) wrong('a membership ends at another time than its payment', `${label}, ${grace} ms`)
    if (paid_until!.getTime() > now && paid?.end !== paid_until!.getTime())
      wrong('a membership is given longer than is paid', label)
    if (paid_until!.getTime() <= now && agreement.charge_at === null && renewal === null)
      wrong('a membership that ends by itself has time for a payment', label)
  }
}

const show = (time: number | undefined): string => (time === undefined ? 'nothing' : new Date(time).toISOString().slice(0, 19))

/** Every user must see the highest tier currently granted, or Starter. */
export async function checkShownTier({ memberships, now }: QrBooks, { user, shop }: QrShopper): Promise<void> {
  const { reply } = await callApi({ shop }, 'me', () => user.me.me({}))
  const shown = reply?.data_state.membership_type
  const tiers = memberships
    .filter(
      ({ user_id, start_time, expire_time }) => user_id === user.id && start_time <= now && (!expire_time || expire_time > now),
    )
    .map(({ tier }) => tier)
  const wanted = tiers.includes('unlimited') ? 'unlimited' : tiers.includes('pro') ? 'pro' : 'starter'
  if (shown !== wanted) shop.journal.wrong('a user sees another tier than is paid', `${user.id}: ${shown} instead of ${wanted}`)
}
