import { isUnlimited } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import type { NewRecordingEstimateProps } from './EstimateText.tsx'

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
