import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { serve } from '#platform/http/serve.ts'
import { membershipContract } from '../contract.ts'
import { FEATURE_CODES, featuresOfTier, isBetaFeature, type RightCode } from '../rules.ts'
import { redeemCode } from './codes/activationCodes.ts'
import { hasRight, readTier, readTrialStatus } from './membership.ts'
import { countTriesLeft } from './tries.ts'
import { countEntries, listEntries, type ShownEntry } from './storeEntries.ts'
import { unixSeconds } from '#shared/units.ts'

/** Returns the current names of these recordings by id. Deleted ones are left out. */
export type ReadFilenames = (ctx: AppContext, userId: string, fileIds: readonly string[]) => Promise<ReadonlyMap<string, string>>

export function membershipRoutes(app: FastifyInstance, ctx: AppContext, readFilenames: ReadFilenames): void {
  serve(app, 'membership', membershipContract, {
    featureAccess: async ({ caller }) => {
      const codes = featuresOfTier(await readTier(ctx, caller.userId))
      return { data: { features: codes.map((feature_code) => ({ feature_code, is_beta: isBetaFeature(feature_code) })) } }
    },
    featureTrial: async ({ params, caller }) => {
      if (!isFeatureCode(params.id)) throw new NotFound()
      const is_included = await hasRight(ctx, caller.userId, params.id)
      const tries_left = is_included ? 0 : await countTriesLeft(ctx, caller.userId, params.id)
      return { data: { feature_code: params.id, is_included, can_try: tries_left > 0, tries_left } }
    },
    freeTrialStatus: async ({ caller }) => ({ data: await readTrialStatus(ctx, caller.userId) }),
    redeemCode: async ({ body, caller, refuse }) => {
      const redeemed = await redeemCode(ctx, caller.userId, body.code)
      if ('refused' in redeemed) return refuse(redeemed.refused)
      return { data: { tier: redeemed.tier, expire_time: unixSeconds(redeemed.expireTime) } }
    },
    transactions: async ({ query, caller }) => {
      const total = await countEntries(ctx, caller.userId)
      const entries = await listEntries(ctx, caller.userId, query)
      const names = await readFilenames(ctx, caller.userId, [...new Set(entries.flatMap(({ file_id }) => file_id ?? []))])
      const list = entries.map((entry) => ({ ...entry, file_name: names.get(entry.file_id ?? '') ?? entry.file_name }))
      return { data: { total, list: list.map(toTransaction) } }
    },
  })
}

/** Converts an entry to its wire format, without its source. */
export const toTransaction = ({ entry_id, kind, seconds, file_id, file_name, at }: ShownEntry) => ({
  id: entry_id,
  kind,
  seconds,
  file_id,
  file_name,
  at: unixSeconds(at),
})

const isFeatureCode = (code: string): code is RightCode => (FEATURE_CODES as readonly string[]).includes(code)
