import type { Millis } from '#shared/units.ts'
import { dayNumber } from '#browser/i18n/format.ts'
import type { AskThread } from '../../contract.ts'

export type ThreadGroup = { readonly id: 'today' | 'this_week' | 'earlier'; readonly threads: readonly AskThread[] }

/** The days before today that count as this week. */
const WEEK = 6

/** Returns threads by how long ago they were last asked something, without empty groups. */
export function groupThreads(threads: readonly AskThread[], now: Millis): ThreadGroup[] {
  const groups = Map.groupBy(threads, ({ changed_at }) => {
    const age = dayNumber(now) - dayNumber(changed_at * 1000)
    return age <= 0 ? 'today' : age <= WEEK ? 'this_week' : 'earlier'
  })
  return (['today', 'this_week', 'earlier'] as const).flatMap((id) => {
    const own = groups.get(id)
    return own ? [{ id, threads: own }] : []
  })
}
