import { parseAppLocation } from '../../routing/appLocation.ts'

/** The state of the free trial from the server (A§3 Free trial). */
export type TrialInfo = { can_claim: boolean; has_claimed: boolean }

/** The state of the banner, kept in memory only (B§2). */
export type PromoState = { isClosed: boolean; timesShown: number }

/** How often the banner is shown at most (B§9). */
export const MAX_PROMO_VIEWS = 1

/**
 * Returns true when the banner with the free trial may be shown: only on / and /home, only while the trial can be claimed and is
 * not claimed, not after it was closed, and at most once (A§4, B§2).
 */
export const canShowPromo = (pathname: string, trial: TrialInfo | undefined, promoState: PromoState): boolean =>
  parseAppLocation(pathname, {}).isHome &&
  trial !== undefined &&
  trial.can_claim &&
  !trial.has_claimed &&
  !promoState.isClosed &&
  promoState.timesShown < MAX_PROMO_VIEWS
