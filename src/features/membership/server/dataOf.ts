import { unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { type MembershipRecord, allEntries, currentMembership } from './store.ts'
import { toTransaction } from './wire.ts'

/** What is kept here of a user, as plain JSON for the copy of their data: membership (null for a starter) and ledger. */
export async function dataOf(ground: Ground, userId: string): Promise<Record<string, unknown>> {
  const held = await currentMembership(ground, userId)
  const membership = held ? withoutOwner(held) : null
  return { membership, minutes: (await allEntries(ground, userId)).map(toTransaction) }
}

const withoutOwner = ({ tier, flag, start_time, expire_time }: MembershipRecord) => ({
  tier,
  flag,
  start_time: unixSeconds(start_time),
  expire_time: expire_time && unixSeconds(expire_time),
})
