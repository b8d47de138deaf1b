import type { Seconds } from '#shared/units.ts'
import { type MembershipType, isUnlimited } from './tiers.ts'

/**
 * Seconds on the wire as whole minutes, for every screen and program. What is given or left is rounded down, so that nothing
 * promises too much; what is needed, used or returned is rounded up, so that both add up to what was given.
 */
export function wholeMinutes(length: Seconds, kind: 'left' | 'used' = 'left'): number {
  const inMinutes = Math.max(0, length) / 60
  return kind === 'left' ? Math.floor(inMinutes) : Math.ceil(inMinutes)
}

/** What a user has left to transcribe with: the minutes of the membership, and packs and goodwill. */
export type MinutesLeft = { membership_type: MembershipType; seconds_left: Seconds; seconds_left_traffic: Seconds }

/** What a transcription takes, in whole minutes. `short` is above 0 when there are too few; then `after` is 0. */
export type MinutesEstimate = { needed: number; left: number; after: number; short: number }

/**
 * Returns what transcribing audio of this length takes and leaves, or null for unlimited plans. The server compares seconds, so
 * a recording that just fits is never shown as too long. The numbers add up: `needed` is at most `left`, or `short` more.
 */
export function estimateMinutes(me: MinutesLeft, length: Seconds): MinutesEstimate | null {
  if (isUnlimited(me.membership_type)) return null
  return compareMinutes({ needed: Math.ceil(length), left: me.seconds_left + me.seconds_left_traffic })
}

/** Like `estimateMinutes`, for a limited plan with this much left. */
export function compareMinutes(length: { needed: Seconds; left: Seconds }): MinutesEstimate {
  const left = wholeMinutes(length.left)
  const needed = wholeMinutes(length.needed, 'used')
  if (length.needed > length.left) return { needed, left, after: 0, short: needed - left }
  return { needed: Math.min(needed, left), left, after: Math.max(0, left - needed), short: 0 }
}

/** The quota of B§5, 6000 * 60. Its unit is not specified; here it is seconds, a hundred hours. */
export const QUOTA_SECONDS: Seconds = 6000 * 60

/** Returns whether transcribing this recording exceeds the quota, with everything that was ever transcribed (B§5). */
export const exceedsQuota = (transcribed: Seconds, length: Seconds): boolean => transcribed + length > QUOTA_SECONDS
