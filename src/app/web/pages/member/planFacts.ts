import { MONTHLY_SECONDS } from '#features/membership/contract.ts'

/** The plans one can have, as the pages about them name them (A§6); backer is a tier nobody buys. */
export const PLANS = ['starter', 'pro', 'unlimited'] as const
export type Plan = (typeof PLANS)[number]

/** Minutes of transcription a month (A§6, A§9); null without end. */
export function minutesOf(plan: Plan): number | null {
  const length = MONTHLY_SECONDS[plan]
  return length === null ? null : length / 60
}

/** A§6: how many languages transcription is to know. */
export const LANGUAGES_PROMISED = 112

/** What a plan holds besides minutes and languages. `isLater`: not in this version of Earshot yet. */
export type PlanFact = { readonly word: FactWord; readonly isLater: boolean }
export type FactWord = 'devices' | 'sync' | 'sharing' | 'export' | 'ask' | 'templates' | 'community' | 'custom'

/** What every plan holds (A§6). */
export const FACTS_OF_ALL: readonly PlanFact[] = [
  { word: 'devices', isLater: false },
  { word: 'sync', isLater: false },
  { word: 'sharing', isLater: true },
  { word: 'export', isLater: true },
]

/** What pro and unlimited hold besides (A§6). */
export const FACTS_OF_MORE: readonly PlanFact[] = [
  { word: 'ask', isLater: true },
  { word: 'templates', isLater: true },
  { word: 'community', isLater: true },
  { word: 'custom', isLater: true },
]
