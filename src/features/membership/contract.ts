import { z } from 'zod/mini'
import { route } from '#shared/contract.ts'
import { hours, minutes } from '#shared/units.ts'

/** Tiers (A§6). */
export const TIERS = ['starter', 'pro', 'unlimited', 'backer'] as const
export type Tier = (typeof TIERS)[number]

/** Transcription seconds per month (A§9); null for unlimited. */
export const MONTHLY_SECONDS: Record<Tier, number | null> = { starter: 18_000, pro: 72_000, unlimited: null, backer: null }

const seconds = z.int()

/** A change of the minutes. `seconds` is its amount, `at` is in Unix seconds. */
export const Transaction = z.object({
  id: z.string(),
  kind: z.enum(['grant', 'use', 'refund', 'void']),
  seconds,
  /** The recording the minutes were used for; null for none, and after it is deleted. */
  file_id: z.nullable(z.string()),
  /** The current name; for a deleted recording, its name when the minutes were used. */
  file_name: z.nullable(z.string()),
  at: seconds,
})
export type Transaction = z.infer<typeof Transaction>

export const membershipContract = {
  featureAccess: route({
    method: 'GET',
    path: '/user/feature-access',
    access: 'signed-in',
    summary: "List the features of the caller's plan (A§6); beta features are marked",
    reply: z.object({ data: z.object({ features: z.array(z.object({ feature_code: z.string(), is_beta: z.boolean() })) }) }),
  }),
  featureTrial: route({
    method: 'GET',
    path: '/user/feature-trials/:id',
    access: 'signed-in',
    summary: 'Whether the caller has a feature, and how many tries are left (A§7)',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    reply: z.object({
      data: z.object({ feature_code: z.string(), is_included: z.boolean(), can_try: z.boolean(), tries_left: z.int() }),
    }),
  }),
  freeTrialStatus: route({
    method: 'GET',
    path: '/membership/free-trial/status',
    access: 'signed-in',
    summary: 'Whether the caller can try a paid plan for seven days, and how long the trial lasts (A§3)',
    reply: z.object({
      data: z.object({
        trial_info: z.object({ can_claim: z.boolean(), has_claimed: z.boolean(), available_days: z.int() }),
        countdown: z.object({ is_active: z.boolean(), remaining_seconds: z.int() }),
      }),
    }),
  }),
  redeemCode: route({
    method: 'POST',
    path: '/membership/activation-codes',
    access: 'signed-in',
    summary: 'Redeem an activation code for a membership that ends by itself; a code works once',
    body: z.object({ code: z.string().check(z.minLength(1), z.maxLength(80)) }),
    reply: z.object({ data: z.object({ tier: z.enum(TIERS), expire_time: z.int() }) }),
    refusals: {
      unknownCode: { status: -20, message: 'This activation code does not exist. Check it and enter it again.' },
      usedCode: { status: -21, message: 'This activation code has been used already.' },
      notHigher: { status: -22, message: 'Your membership already includes what this code gives. The code stays unused.' },
    },
    limits: [{ per: 'user', max: 10, within: hours(1) }],
  }),
  transactions: route({
    method: 'GET',
    path: '/user/me/history/transactions',
    access: 'signed-in',
    summary: 'List changes of the minutes, newest first: granted, used, refunded, voided',
    query: z.object({
      skip: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
    }),
    reply: z.object({
      data: z.object({
        total: z.int(),
        list: z.array(Transaction),
      }),
    }),
    limits: [{ per: 'user', max: 120, within: minutes(1) }],
  }),
} as const
