import { unixSeconds } from '#shared/units.ts'
import type { AppContext } from '#platform/context.ts'
import { type ServerFeature, listenTo } from '#platform/feature.ts'
import { accountCreated } from '#features/account/server.ts'
import { giveServerPlan } from './server/plans.ts'
import { type ReadFilenames, membershipRoutes, toTransaction } from './server/routes.ts'
import { type MembershipRecord, listMemberships } from './server/store.ts'
import { listAllEntries } from './server/storeEntries.ts'
import { listTries } from './server/storeTries.ts'

export { type Membership, hasRight, readMembership, readTier } from './server/membership.ts'
export type { ReadFilenames } from './server/routes.ts'
export { createCodes } from './server/codes/activationCodes.ts'
export { give, listGiven, revoke, type Gift } from './server/operator.ts'
export { addGrant, restoreGrant, voidGrant, type NewGrant } from './server/ledger/grants.ts'
export { findGrantOf } from './server/ledger/storeGrants.ts'
export { type PaidPlan, setPaidMemberships } from './server/paidMemberships.ts'
export { hasClaimedTrial, recordTrial } from './server/trials.ts'
export {
  listHoldingTasks,
  releaseMinutes,
  releaseMinutesOfFiles,
  reserveMinutes,
  settleMinutes,
} from './server/ledger/reservations.ts'
export { removeFileIds, sumUsed } from './server/storeEntries.ts'
export { returnTry, admitFeatureUse } from './server/tries.ts'

/** Tiers, their features and the ledger of transcription time. `readFilenames` is that of the feature that owns recordings. */
export const createMembershipFeature = ({ readFilenames }: { readFilenames: ReadFilenames }): ServerFeature => ({
  name: 'membership',
  routes: [(app, ctx) => membershipRoutes(app, ctx, readFilenames)],
  listeners: [listenTo(accountCreated, 'plan', (ctx, { userId }) => giveServerPlan(ctx, userId))],
  personalData: exportPersonalData,
})

/** Returns all memberships and all transactions. */
async function exportPersonalData(ctx: AppContext, userId: string): Promise<Record<string, unknown>> {
  return {
    memberships: (await listMemberships(ctx, userId)).map(toExportedMembership),
    minutes: (await listAllEntries(ctx, userId)).map(toTransaction),
    tries: (await listTries(ctx, userId)).map(({ feature_code, made_at }) => ({ feature_code, made_at: unixSeconds(made_at) })),
  }
}

const toExportedMembership = ({ tier, flag, source, start_time, expire_time }: MembershipRecord) => ({
  tier,
  flag,
  source,
  start_time: unixSeconds(start_time),
  expire_time: expire_time && unixSeconds(expire_time),
})
