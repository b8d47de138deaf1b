import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { membershipRoutes } from './server/routes.ts'
import { type MembershipRecord, allEntries, currentMembership } from './server/store.ts'
import { toTransaction } from './server/wire.ts'

export { noteUse } from './server/noteUse.ts'
export { type Membership, mayUpload, readMembership } from './server/readMembership.ts'

/** Registers the routes for tiers, their features and the ledger of transcription time. Nothing is sold or limited yet. */
export function install(app: FastifyInstance, ground: Ground): void {
  membershipRoutes(app, ground)
}

/** Returns the membership (null for a starter) and all transactions of a user for the personal data export. */
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
