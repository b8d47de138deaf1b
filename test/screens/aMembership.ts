import type { Membership } from '#features/membership/web.tsx'
import { membershipOf } from '#features/profile/web.tsx'
import { type StateData, type UserData, meReply } from './aUser.ts'

/** Returns the membership of the user of `meReply`. */
export const aMembership = (change: Partial<UserData> = {}, state: Partial<StateData> = {}): Membership =>
  membershipOf(meReply(change, state))
