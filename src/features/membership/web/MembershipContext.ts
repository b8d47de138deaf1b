import { createContext, use } from 'react'
import type { Seconds } from '#shared/units.ts'
import type { MembershipType } from '../rules.ts'

/** What the screens of this feature show of the signed-in user (A§3). Times are unix seconds, 0 for none. */
export type Membership = {
  membership_type: MembershipType
  has_transcribed: boolean
  start_time: Seconds
  expire_time: Seconds
  reset_time: Seconds
  seconds_left: Seconds
  seconds_total: Seconds
  expire_time_traffic: Seconds
  seconds_left_traffic: Seconds
  seconds_total_traffic: Seconds
  /** Everything ever transcribed. */
  seconds_transcribed: Seconds
  /** Plans and minutes can be bought on this server. Where it is false, nothing about buying is shown. */
  can_buy: boolean
  /** The membership is a free trial, which ends at `expire_time`. */
  is_free_trial_now: boolean
  /** A payment renews the membership. */
  is_subscribed: boolean
  /** Where the payment that renews the membership is made; null without one. */
  autorenew: 'ios' | 'android' | 'web' | 'stripe' | null
}

/** `membership` is undefined while it is loading and after a failure. */
export type MembershipState = {
  membership: Membership | undefined
  error: Error | null
  retry: () => void
  retrying: boolean
}

/**
 * The membership of the signed-in user. It is part of the user that `profile` loads, and `profile` uses this feature. The main
 * layout therefore provides it, so that nothing is requested twice.
 */
export const MembershipContext = createContext<MembershipState>({
  membership: undefined,
  error: null,
  retry: () => {},
  retrying: false,
})

export const useMembership = (): MembershipState => use(MembershipContext)
