import { useState } from 'react'
import type { ReactNode } from 'react'
import { MembershipContext } from '#features/membership/web.tsx'
import { useOwnMembership } from '#features/profile/web.tsx'
import { FeatureDialogs } from '#ui/feature/FeatureDialogs.tsx'
import { FeaturesContext } from '#ui/feature/FeaturesContext.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

/** Shows the dialogs of these features as the main layout does, but opens the automatic ones without delay. */
export function FeatureScreen({ features, children }: { features: readonly WebFeature[]; children?: ReactNode }) {
  const [shownFeatures] = useState(features)
  return (
    <FeaturesContext value={shownFeatures}>
      {children}
      <FeatureDialogs triggerDelay={0} />
    </FeaturesContext>
  )
}

/** Provides the membership of the user that the mocked server returns. */
export function WithMembership({ children }: { children: ReactNode }) {
  return <MembershipContext value={useOwnMembership()}>{children}</MembershipContext>
}
