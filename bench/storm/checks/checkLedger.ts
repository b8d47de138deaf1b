import { hours } from '#shared/units.ts'
import type { Journal } from '../journal.ts'
import type { CommonBooks, Grant } from './commonBooks.ts'

type Wrong = Journal['wrong']

const GRACE = hours(3)
/** The monthly minutes of Pro, in seconds. */
const PRO_SECONDS = 72_000

/** Monthly minutes must belong to paid memberships, and the seconds of every grant and every user must add up. */
export function checkLedger(books: CommonBooks, wrong: Wrong): { grants: number; used: number; entries: number } {
  for (const grant of books.grants) {
    checkSums(books, grant, wrong)
    if (grant.membership_id !== null) checkMonth(books, grant, wrong)
    if (grant.kind !== 'goodwill') checkVoid(books, grant, wrong)
  }
  const users = Map.groupBy(books.grants, ({ user_id }) => user_id)
  let used = 0
  for (const [user, grants] of users) {
    const ofGrants = total(grants.map(({ seconds_used }) => seconds_used))
    const own = books.entries.filter(({ user_id }) => user_id === user)
    const ofEntries = total(own.map(({ kind, seconds }) => (kind === 'use' ? seconds : kind === 'refund' ? -seconds : 0)))
    used += ofGrants
    if (ofGrants !== ofEntries)
      wrong('used seconds differ from the entries', `${user}: ${ofGrants} in grants, ${ofEntries} in entries`)
  }
  return { grants: books.grants.length, used, entries: books.entries.length }
}

function checkSums(books: CommonBooks, grant: Grant, wrong: Wrong): void {
  const { grant_id, is_unlimited, seconds_total, seconds_left, seconds_held, seconds_used, seconds_void } = grant
  const label = `${grant_id} ${grant.kind}: ${seconds_total} = ${seconds_left} + ${seconds_held} + ${seconds_used} + ${seconds_void}`
  if (!is_unlimited && seconds_total !== seconds_left + seconds_held + seconds_used + seconds_void)
    wrong('the seconds of a grant do not add up', label)
  const parts = books.heldParts.filter((part) => part.grant_id === grant_id && part.status === 'held')
  if (total(parts.map(({ seconds }) => seconds)) !== seconds_held) wrong('held seconds differ from the reservations', label)
  if (seconds_held > 0) wrong('seconds are held although no task runs', label)
}

/** Checks a month of a membership, which has the minutes of its tier. */
function checkMonth(books: CommonBooks, grant: Grant, wrong: Wrong): void {
  const membership = books.memberships.find(({ membership_id }) => membership_id === grant.membership_id)
  const label = `${grant.grant_id} ${grant.kind} of ${membership?.source_ref}`
  if (!membership) return wrong('minutes of a month without a membership', label)
  const { source, tier, expire_time } = membership
  const wanted = { payment: 'plan', trial: 'trial', server: 'starter' }[source]
  if (grant.kind !== wanted) wrong('minutes of a month of another kind than their membership', label)
  if (grant.is_unlimited !== (tier === 'unlimited') || (tier === 'pro' && grant.seconds_total !== PRO_SECONDS))
    wrong('a month has other minutes than its tier', label)
  const [end, until] = [expire_time?.getTime() ?? Infinity, grant.valid_until?.getTime() ?? Infinity]
  const isUsable = grant.voided_at === null && until > books.now.getTime() && (grant.is_unlimited || grant.seconds_left > 0)
  if (isUsable && end <= books.now.getTime()) wrong('minutes of a membership that is over are not void', label)
  // They can be used only while their membership counts, which may have lost the grace time for its next payment.
  if (isUsable && until > end + GRACE) wrong('minutes of a month outlive their membership', `${label}: ${until - end} ms`)
}

/** The entries that users see must match the grant. */
function checkVoid(
  { entries }: CommonBooks,
  { grant_id, source, source_ref, seconds_void, seconds_total, ...grant }: Grant,
  wrong: Wrong,
) {
  const sumOf = (prefix: string) =>
    total(
      entries.filter((entry) => entry.source === prefix || entry.source.startsWith(`${prefix}:`)).map(({ seconds }) => seconds),
    )
  const voided = sumOf(`void:${grant_id}`) - sumOf(`restore:${grant_id}`)
  if (voided !== seconds_void)
    wrong('void seconds differ from the entries', `${grant_id} ${grant.kind}: ${seconds_void} void, ${voided} in entries`)
  if (grant.kind !== 'pack') return
  const granted = sumOf(`grant:${source}:${source_ref}`)
  if (granted !== seconds_total) wrong('a pack differs from its entry', `${grant_id}: ${seconds_total}, entry ${granted}`)
}

const total = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0)
