import { estimateMinutes, type MinutesEstimate } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import type { Millis } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/**
 * Returns a sentence with what a transcription takes from the minutes and leaves: "12 min of 288 left; 276 after". Null for
 * unlimited plans, for `duration` null and while the user is not loaded.
 */
export function useEstimateText(duration: Millis | null): string | null {
  const { membership } = useMembership()
  const formatEstimate = useEstimateFormatter()
  const estimate = membership && duration !== null ? estimateMinutes(membership, duration / 1000) : null
  return estimate && formatEstimate(estimate)
}

/** Returns a formatter for estimates. */
export function useEstimateFormatter(): (estimate: MinutesEstimate) => string {
  const t = useTranslations('generate')
  const { number } = useFormat()
  const formatMinutes = useMinutesFormatter()
  return ({ needed, left, after, short }) =>
    short > 0
      ? t('estimate_short', { needed: formatMinutes(needed), left: number(left) })
      : t('estimate_uses', { needed: formatMinutes(needed), left: number(left), after: number(after) })
}

/** Returns a formatter for whole minutes with their unit: "288 min". */
export function useMinutesFormatter(): (minutes: number) => string {
  const { number } = useFormat()
  return (minutes) => number(minutes, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
}
