import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import type { ServerFeature } from '#platform/feature.ts'
import { membershipRoutes, toTransaction } from './server/routes.ts'
import { type MembershipRecord, listAllEntries, currentMembership } from './server/store.ts'

export { recordUsage, type Membership, isUploadAllowed, readMembership } from './server/membership.ts'
export { removeFileIds } from './server/store.ts'

/** Tiers, their features and the ledger of transcription time. Nothing is sold or limited yet. */
export const membership: ServerFeature = {
  name: 'membership',
  routes: [membershipRoutes],
  personalData: exportPersonalData,
}

/** Returns the membership (null for a starter) and all transactions. */
async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  const record = await currentMembership(ctx, userId)
  return {
    membership: record ? toExportedMembership(record) : null,
    minutes: (await listAllEntries(ctx, userId)).map(toTransaction),
  }
}

const toExportedMembership = ({ tier, flag, start_time, expire_time }: MembershipRecord) => ({
  tier,
  flag,
  start_time: unixSeconds(start_time),
  expire_time: expire_time && unixSeconds(expire_time),
})
