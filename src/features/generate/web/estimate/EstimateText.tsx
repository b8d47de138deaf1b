import { Info, TriangleAlert } from 'lucide-react'
import { compareMinutes } from '#features/membership/rules.ts'
import type { Membership } from '#features/membership/web.tsx'
import { useSettings } from '#features/profile/web.tsx'
import type { Millis } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useEstimateFormatter, useMinutesFormatter } from './useEstimateText.ts'

export type NewRecordingEstimateProps = {
  /** The length of the audio that will be transcribed as far as it is known; null before a recording. */
  duration: Millis | null
  /** There is more audio whose length is not known yet. */
  hasMore?: boolean
}

/**
 * What a new recording takes from the minutes, where it is transcribed automatically; otherwise the minutes left. Empty until the
 * settings are loaded.
 */
export function EstimateText({ duration, hasMore = false, membership }: NewRecordingEstimateProps & { membership: Membership }) {
  const t = useTranslations('generate')
  const formatEstimate = useEstimateFormatter()
  const formatMinutes = useMinutesFormatter()
  const { settings } = useSettings()
  if (!settings) return null
  const isAutomatic = settings.transcribe_new === 'automatic'
  const secondsLeft = membership.seconds_left + membership.seconds_left_traffic
  const needed = isAutomatic && duration ? duration / 1000 : null
  const estimate = compareMinutes({ needed: needed ?? 0, left: secondsLeft })
  const isShort = estimate.short > 0 || (needed === null && estimate.left === 0)
  const left = formatMinutes(estimate.left)
  const balance = isShort
    ? t('estimate_none')
    : t(isAutomatic && duration === null ? 'estimate_recording' : 'estimate_left', { left })
  const text = needed === null ? balance : formatEstimate(estimate)
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="flex min-w-0 flex-1 basis-48 items-start gap-2">
        {isShort ? (
          <TriangleAlert aria-hidden className="size-4.5 flex-none text-warn" />
        ) : (
          <Info aria-hidden className="size-4.5 flex-none" />
        )}
        <span className="tabular">
          {text}
          {hasMore && needed !== null && ` ${t('estimate_more')}`}
        </span>
      </p>
      {isShort && (
        <Button size="sm" onClick={() => openDialog('outOfMinutes', { needed, left: secondsLeft })}>
          {t('estimate_details')}
        </Button>
      )}
    </div>
  )
}
