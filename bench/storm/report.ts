import { systemClock } from '#platform/clock/clock.ts'
import type { Millis } from '#shared/units.ts'
import { checkLeftovers } from './checks/checkLeftovers.ts'
import { checkLedger, checkPacks } from './checks/checkMinutes.ts'
import { checkMoney, checkOneSubscription } from './checks/checkMoney.ts'
import { checkPlans } from './checks/checkPlans.ts'
import { checkShownTier } from './checks/checkShownTier.ts'
import { type Books, readBooks } from './checks/readBooks.ts'
import { printCounts, printProblems } from './journal.ts'
import { query, type Shop, type Shopper, type SwitchChange } from './shopper.ts'

type Run = { readonly startedAt: Millis; readonly bought: Millis; readonly settled: Millis; readonly output: string }

/** Checks everything, prints it, and returns whether nothing is wrong. */
export async function report(
  shop: Shop,
  shoppers: readonly Shopper[],
  { startedAt, bought, settled, output }: Run,
): Promise<boolean> {
  const { journal } = shop
  const books = await readBooks(shop.pool)
  for (const shopper of shoppers) await checkShownTier(books, shopper)
  const plans = checkPlans(books, journal.wrong)
  const packs = checkPacks(books, journal.wrong)
  const ledger = checkLedger(books, journal.wrong)
  const sums = checkMoney(books, journal.wrong)
  const doubles = checkOneSubscription(books, journal.wrong)
  const leftovers = checkLeftovers(books, shop.shownCheckouts, journal.wrong)
  for (const failing of shop.failingJobs) journal.wrong('a job fails again and again', failing)
  for (const line of errorLines(output)) journal.count(`in the log: ${line}`)
  const counts = [...journal.counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const groups = Map.groupBy(counts, ([what]) => groupOf(what))
  for (const [group, those] of groups)
    printCounts(
      group,
      those.map(([what, times]) => [what.replace(`${group}: `, ''), times] as const),
    )
  printCounts('notifications', countNotifications(books, shop.switches))
  // The worker also runs both whenever it starts.
  printCounts('run by the worker', await countRuns(shop))
  printCounts('compared', [
    ['paid periods', plans.periods],
    ['memberships of payments', plans.memberships],
    ['of them partly below a higher tier', plans.hidden],
    ['packs', packs.packs],
    ['grants', ledger.grants],
    ['entries', ledger.entries],
    ['seconds used', ledger.used],
    ['subscriptions', books.subscriptions.length],
    ['of them ended as a second one', doubles.seconds],
    ['of them trials of a used card', books.ourSubscriptions.filter(({ is_trial_refused }) => is_trial_refused).length],
    ['notifications handled', leftovers.notifications],
    ['checkouts', books.checkouts.length],
  ])
  for (const { currency, taken, paidBack, here } of sums)
    console.log(`  ${currency}: the sandbox took ${taken}, ${paidBack} went back, ${taken - paidBack} stay; here it is ${here}`)
  printProblems(journal.problems)
  const seconds = (time: Millis) => Math.round(time / 1000)
  const total = seconds(systemClock.now().getTime() - startedAt)
  console.log(`  ${total} s: ${seconds(bought)} s of buying, ${seconds(settled)} s until everything was done`)
  console.log(journal.problems.length === 0 ? '  everything adds up' : `  ${journal.problems.length} problems`)
  return journal.problems.length === 0
}

const GROUPS = ['answers to Buy', 'pages', 'browsers', 'events', 'buy', 'confirm', 'in the log', 'between price and confirmation']
const groupOf = (what: string): string =>
  what.startsWith('kills of') ? 'kills' : (GROUPS.find((group) => what.startsWith(`${group}: `)) ?? 'also')

/** How the notifications were sent, by the switches that were on when they came about. */
function countNotifications({ events, userOf, notifications }: Books, switches: readonly SwitchChange[]): [string, number][] {
  const stored = new Set(notifications.map(({ event_id }) => event_id))
  const sent = events.map((event) => ({
    ...event,
    how: switches.findLast(({ userId, at }) => userId === userOf.get(event.customer_id) && at <= event.created_at),
  }))
  const count = (isIt: (event: (typeof sent)[number]) => boolean | undefined): number => sent.filter(isIt).length
  return [
    ['in all', sent.length],
    ['sent three times', count(({ how, delivered_at }) => how?.isTripled && delivered_at !== null)],
    ['newest first', count(({ how }) => how?.isNewestFirst && !how.isLost)],
    ['late', count(({ how }) => (how?.delay ?? 0) > 0 && !how?.isLost)],
    ['lost', count(({ how }) => how?.isLost)],
    ['fetched by a sweep', count(({ event_id, delivered_at }) => delivered_at === null && stored.has(event_id))],
    ['not delivered for another reason', count(({ how, delivered_at }) => !how?.isLost && delivered_at === null)],
    ['delivered after a failure', count(({ attempts, delivered_at }) => attempts > 1 && delivered_at !== null)],
  ]
}

async function countRuns(shop: Shop): Promise<[string, number][]> {
  const rows = await query<{ name: string; n: number }>(
    shop,
    `select name, count(*) as n from pgboss.job where name in ('billing.sweep', 'billing.reconcile') and state = 'completed'
     group by name order by name desc`,
  )
  return rows.map(({ name, n }) => [name, n])
}

/** Returns the messages of errors in the log of the server. */
function errorLines(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    try {
      const { level, msg, err } = JSON.parse(line) as { level: number | string; msg: string; err?: { message?: string } }
      const isError = level === 'error' || Number(level) >= 50
      return isError ? [`${msg}${err?.message === undefined ? '' : ` (${err.message.slice(0, 120)})`}`] : []
    } catch {
      return []
    }
  })
}
