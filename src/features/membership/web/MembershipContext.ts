import { createContext, use } from 'react'
import type { Seconds } from '#shared/units.ts'
import type { MembershipType } from '../rules.ts'

/** What the screens of this feature show of the signed-in user (A§3). Times are unix seconds, 0 for none. */
export type Membership = {
  membership_type: MembershipType
  has_transcribed: boolean
  expire_time: Seconds
  reset_time: Seconds
  seconds_left: Seconds
  seconds_total: Seconds
  expire_time_traffic: Seconds
  seconds_left_traffic: Seconds
  seconds_total_traffic: Seconds
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
