import { placeOf } from '../../shell/usePlace.ts'

/** What the server says of the free trial (A§3 Free trial). */
export type TrialInfo = { can_claim: boolean; has_claimed: boolean }

/** What this page remembers of its banner, in memory only (B§2). */
export type PromoMemory = { isClosed: boolean; timesShown: number }

/** B§9 */
export const PROMO_MOST = 1

/**
 * Whether the banner with the free trial may be shown: only on / and /home, only while the trial can be claimed and has not been,
 * not once it was closed, and at most once (A§4, B§2). A trial nobody knows of is none.
 */
export const mayShowPromo = (pathname: string, trial: TrialInfo | undefined, memory: PromoMemory): boolean =>
  placeOf(pathname, {}).isHome &&
  trial !== undefined &&
  trial.can_claim &&
  !trial.has_claimed &&
  !memory.isClosed &&
  memory.timesShown < PROMO_MOST
