import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { membershipRoutes } from './server/routes.ts'
import { type MembershipRecord, listAllEntries, currentMembership } from './server/store.ts'
import { toTransaction } from './server/wire.ts'

export { recordUsage } from './server/recordUsage.ts'
export { type Membership, mayUpload, readMembership } from './server/readMembership.ts'

/** Registers the routes for tiers, their features and the ledger of transcription time. Nothing is sold or limited yet. */
export function install(app: FastifyInstance, ctx: AppContext): void {
  membershipRoutes(app, ctx)
}

/** Returns the membership (null for a starter) and all transactions of a user for the personal data export. */
export async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const record = await currentMembership(ctx, userId)
  const membership = record ? toExportedMembership(record) : null
  return { membership, minutes: (await listAllEntries(ctx, userId)).map(toTransaction) }
}

const toExportedMembership = ({ tier, flag, start_time, expire_time }: MembershipRecord) => ({
  tier,
  flag,
  start_time: unixSeconds(start_time),
  expire_time: expire_time && unixSeconds(expire_time),
})
