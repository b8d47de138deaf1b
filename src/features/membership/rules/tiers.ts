import type { Tier } from '../contract.ts'

/** A tier, or one of the two wire values for no tier (A§3). */
export type MembershipType = Tier | 'free' | 'none'

/** Returns whether the user has a tier. Users without one are non-members (A§1). */
export const hasMembership = (type: MembershipType): type is Tier => type !== 'free' && type !== 'none'

/** Returns whether the tier is paid (A§2). Starter is free. */
export const isPaidTier = (type: MembershipType): boolean => hasMembership(type) && type !== 'starter'

/** Returns whether the tier has unlimited minutes (A§6). */
export const isUnlimited = (type: MembershipType): boolean => type === 'unlimited' || type === 'backer'
