import { systemClock } from '#platform/clock/clock.ts'
import type { ServerFeature } from '#platform/feature.ts'
import type { Millis } from '#shared/units.ts'
import type { CommonBooks } from './checks/commonBooks.ts'
import { printCounts, printProblems } from './journal.ts'
import { query, type Shop, type SwitchChange } from './shop.ts'
import type { Comparison } from './storm.ts'

type Run = { readonly startedAt: Millis; readonly bought: Millis; readonly settled: Millis; readonly output: string }

/** Prints the events and the comparison. Returns true when there are no problems. */
export async function report(
  shop: Shop,
  feature: ServerFeature,
  { books, counts: compared, sums }: Comparison,
  { startedAt, bought, settled, output }: Run,
): Promise<boolean> {
  const { journal } = shop
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
  // The worker also runs them at startup.
  printCounts('run by the worker', await countRuns(shop, feature))
  printCounts('compared', compared)
  for (const { currency, taken, paidBack, here } of sums)
    console.log(`  ${currency}: the sandbox took ${taken}, ${paidBack} went back, ${taken - paidBack} stay; here it is ${here}`)
  printProblems(journal.problems)
  const seconds = (time: Millis) => Math.round(time / 1000)
  const total = seconds(systemClock.now().getTime() - startedAt)
  console.log(`  ${total} s: ${seconds(bought)} s of buying, ${seconds(settled)} s until everything was done`)
  console.log(journal.problems.length === 0 ? '  everything adds up' : `  ${journal.problems.length} problems`)
  return journal.problems.length === 0
}

const GROUPS = [
  'codes of packs',
  'codes of plans',
  'codes',
  'scans',
  'subscribe',
  'end',
  'answers to Buy',
  'pages',
  'browsers',
  'events',
  'buy',
  'confirm',
  'in the log',
  'between price and confirmation',
]
const groupOf = (what: string): string =>
  what.startsWith('kills of') ? 'kills' : (GROUPS.find((group) => what.startsWith(`${group}: `)) ?? 'also')

/** Counts how notifications were sent, by the arrival settings at the time they were created. */
function countNotifications(
  { events, userOf, notifications }: CommonBooks,
  switches: readonly SwitchChange[],
): [string, number][] {
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

async function countRuns(shop: Shop, { schedules = [] }: ServerFeature): Promise<[string, number][]> {
  const rows = await query<{ name: string; n: number }>(
    shop,
    `select name, count(*) as n from pgboss.job where name = any($1) and state = 'completed' group by name order by name desc`,
    [schedules.map(({ job }) => job.name)],
  )
  return rows.map(({ name, n }) => [name, n])
}

/** Returns the error messages in the server's log. */
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
