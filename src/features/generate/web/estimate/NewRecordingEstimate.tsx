import { isUnlimited } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import type { Millis } from '#shared/units.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

export type NewRecordingEstimateProps = {
  /** The length of the audio that will be transcribed as far as it is known; null before a recording. */
  duration: Millis | null
  /** There is more audio whose length is not known yet. */
  hasMore?: boolean
}

/**
 * Shows before an upload or a recording what its transcription takes from the minutes and leaves. Renders nothing for unlimited
 * plans; otherwise its height is reserved.
 */
export function NewRecordingEstimate(props: NewRecordingEstimateProps) {
  const { membership } = useMembership()
  if (!membership || isUnlimited(membership.membership_type)) return null
  return (
    <div className="min-h-10 text-sm text-ink2">
      <EstimateText {...props} membership={membership} errorFallback={null} />
    </div>
  )
}

const EstimateText = lazyComponent(async () => (await import('./EstimateText.tsx')).EstimateText)
