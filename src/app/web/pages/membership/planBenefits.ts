import { MONTHLY_SECONDS } from '#features/membership/contract.ts'

/** The plans shown on the membership pages (A§6). The backer plan is not listed because it cannot be bought. */
export const PLANS = ['starter', 'pro', 'unlimited'] as const
export type Plan = (typeof PLANS)[number]

/** Returns the minutes of transcription per month (A§6, A§9), or null for an unlimited plan. */
export function getPlanMinutes(plan: Plan): number | null {
  const seconds = MONTHLY_SECONDS[plan]
  return seconds === null ? null : seconds / 60
}

/** The number of transcription languages in the final version (A§6). */
export const PLANNED_LANGUAGES = 112

/** A benefit of a plan besides minutes and languages. `isLater` marks benefits that do not exist yet. */
export type PlanBenefit = { readonly word: BenefitName; readonly isLater: boolean }
export type BenefitName = 'devices' | 'sync' | 'sharing' | 'export' | 'ask' | 'templates' | 'community' | 'custom'

/** The benefits of every plan (A§6). */
export const COMMON_BENEFITS: readonly PlanBenefit[] = [
  { word: 'devices', isLater: false },
  { word: 'sync', isLater: false },
  { word: 'sharing', isLater: true },
  { word: 'export', isLater: true },
]

/** The additional benefits of the pro and unlimited plans (A§6). */
export const PAID_BENEFITS: readonly PlanBenefit[] = [
  { word: 'ask', isLater: true },
  { word: 'templates', isLater: true },
  { word: 'community', isLater: true },
  { word: 'custom', isLater: true },
]
