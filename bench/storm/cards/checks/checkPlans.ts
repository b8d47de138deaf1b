import { hours } from '#shared/units.ts'
import type { SubscriptionRow } from '#platform/payments/sandbox/tables.ts'
import type { Journal } from '../../journal.ts'
import { paidPeriodsOf } from './paidPeriods.ts'
import type { Membership } from '../../checks/commonBooks.ts'
import type { Books, OurSubscription } from './readBooks.ts'

type Wrong = Journal['wrong']
type Time = { readonly tier: string; readonly start: number; readonly end: number }

/** How long a plan may continue while its next payment is in progress. */
const GRACE = hours(3)

/**
 * Every paid period must be covered by one membership of its tier, to the millisecond, and no unpaid time may be granted from now
 * on. The time before a refund stays. Returns the number of periods compared.
 */
export function checkPlans(books: Books, wrong: Wrong): { periods: number; memberships: number; hidden: number } {
  const counts = { periods: 0, memberships: 0, hidden: 0 }
  const known = new Set<string>()
  for (const subscription of books.subscriptions) {
    const ours = books.ourSubscriptions.find(({ subscription_id }) => subscription_id === subscription.subscription_id)
    const own = books.memberships.filter(({ source_ref }) => source_ref.startsWith(`${subscription.subscription_id}:`))
    for (const { membership_id } of own) known.add(membership_id)
    counts.memberships += own.length
    if (!ours) {
      wrong('a subscription of the sandbox is not known here', describe(subscription))
      continue
    }
    for (const membership of own) checkEnd(books, { membership, ours, subscription }, wrong)
    if (ours.is_duplicate || ours.is_trial_refused) checkUnwanted(books, { subscription, ours, own }, wrong)
    else compareTimes(books, { subscription, ours, own }, counts, wrong)
  }
  for (const { membership_id, source, source_ref } of books.memberships)
    if ((source === 'payment' || source === 'trial') && !known.has(membership_id))
      wrong('a membership has no subscription', `${membership_id} ${source_ref}`)
  return counts
}

type Compared = { readonly subscription: SubscriptionRow; readonly ours: OurSubscription; readonly own: readonly Membership[] }

/** Compares the paid time with the granted time, interval by interval. */
function compareTimes(books: Books, compared: Compared, counts: { periods: number; hidden: number }, wrong: Wrong): void {
  const { subscription, ours, own } = compared
  // Times of a test clock are stored here on the clock of the server.
  const offset = subscription.period_start.getTime() - ours.period_start.getTime()
  const paid = paidPeriodsOf(books, subscription.subscription_id).map((time) => shift(time, offset))
  const trial = trialOf(subscription).map((time) => shift(time, offset))
  const given = own.filter(({ source }) => source === 'payment').map(toTime)
  const tried = own.filter(({ source }) => source === 'trial').map(toTime)
  counts.periods += paid.length + trial.length
  const label = (time: Time) =>
    `${describe(subscription)} ${time.tier} ${show(time.start)} to ${show(time.end)}; given: ${given.map(showTime).join(', ') || 'nothing'}`
  for (const [wanted, found] of [
    [paid, given],
    [trial, tried],
  ] as const) {
    for (const time of pieces([...wanted, ...found])) {
      const isWanted = (tier: string) => wanted.some((each) => each.tier === tier && covers(each, time))
      const copies = (tier: string) => found.filter((each) => each.tier === tier && covers(each, time)).length
      for (const tier of ['pro', 'unlimited']) {
        const piece = { ...time, tier }
        if (isWanted(tier) && copies(tier) === 0) wrong('paid time without a membership', label(piece))
        // Time granted before a refund remains.
        if (time.end <= books.now.getTime()) continue
        if (isWanted(tier) && copies(tier) > 1) wrong('paid time with two memberships', label(piece))
        if (isWanted(tier) || copies(tier) === 0) continue
        // While a higher tier is paid, the lower one has no effect.
        if (tier === 'pro' && isWanted('unlimited')) counts.hidden++
        else wrong('a membership that is not paid', label(piece))
      }
    }
  }
}

/** Returns the time of the trial of a subscription. */
function trialOf({ trial_start, trial_end, ended_at }: SubscriptionRow): Time[] {
  if (!trial_start || !trial_end) return []
  const end = ended_at && ended_at < trial_end ? ended_at : trial_end
  const start = trial_start.getTime()
  return [{ tier: 'pro', start, end: Math.max(end.getTime(), start + 1) }]
}

/** A subscription that was ended because it was a second one, or whose trial was refused, grants nothing. */
function checkUnwanted(books: Books, { subscription, ours, own }: Compared, wrong: Wrong): void {
  const what = ours.is_duplicate ? 'a second subscription' : 'a refused trial'
  if (subscription.status !== 'canceled') wrong(`${what} runs on`, describe(subscription))
  const { user_id } = ours
  for (const membership of own)
    if (membership.expire_time === null || membership.expire_time > books.now)
      wrong(`${what} gives a membership`, `${describe(subscription)} ${showTime(toTime(membership))} of ${user_id}`)
  if (ours.is_duplicate && paidPeriodsOf(books, subscription.subscription_id).length > 0)
    wrong('a second subscription is not paid back', describe(subscription))
  if (ours.is_duplicate && !hasOther(books, subscription))
    wrong('a subscription was ended as the second one although no other ran', describe(subscription))
}

const hasOther = (
  { subscriptions, ourSubscriptions }: Books,
  { customer_id, subscription_id, started_at, ended_at }: SubscriptionRow,
): boolean =>
  subscriptions.some(
    (other) =>
      other.customer_id === customer_id &&
      other.subscription_id !== subscription_id &&
      (other.ended_at === null || other.ended_at >= started_at) &&
      (ended_at === null || other.started_at <= ended_at) &&
      ourSubscriptions.some((ours) => ours.subscription_id === other.subscription_id && !ours.is_duplicate),
  )

/** A membership ends when its paid time ends, or up to three hours later while the next payment is in progress. */
function checkEnd(
  { now }: Books,
  { membership, ours, subscription }: Omit<Compared, 'own'> & { membership: Membership },
  wrong: Wrong,
): void {
  const { expire_time, paid_until, renewal, source_ref } = membership
  if (!expire_time || !paid_until) return wrong('a paid membership has no end', source_ref)
  const grace = expire_time.getTime() - paid_until.getTime()
  const renews = ['trialing', 'active', 'past_due'].includes(ours.status) && !ours.cancel_at_period_end
  if (grace !== 0 && grace !== GRACE) wrong('a membership ends at another time than its payment', `${source_ref} ${grace} ms`)
  if (expire_time <= now) return
  if (grace > 0 && ours.period_start >= paid_until)
    wrong('a plan has time for a payment that was made and given back', `${describe(subscription)} ${source_ref}`)
  if (grace > 0 && !renews) wrong('a membership that ends by itself has time for a payment', source_ref)
  if (renewal !== null && !renews) wrong('a membership says that it renews, but its subscription has ended', source_ref)
}

const toTime = ({ tier, start_time, paid_until, expire_time }: Membership): Time => ({
  tier,
  start: start_time.getTime(),
  end: (paid_until ?? expire_time ?? start_time).getTime(),
})
const shift = <T extends Time>(time: T, by: number): Time => ({ ...time, start: time.start - by, end: time.end - by })
const covers = (time: Time, piece: Time): boolean => time.start <= piece.start && time.end >= piece.end

/** Returns the intervals between all moments at which something begins or ends. */
function pieces(times: readonly Time[]): Time[] {
  const moments = [...new Set(times.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b)
  return moments.slice(1).map((end, index) => ({ tier: '', start: moments[index]!, end }))
}

const show = (time: number): string => new Date(time).toISOString().slice(0, 19)
const showTime = ({ tier, start, end }: Time): string => `${tier} ${show(start)} to ${show(end)}`
const describe = ({ subscription_id, customer_id, status }: SubscriptionRow): string =>
  `${subscription_id} (${status}) of ${customer_id}`
