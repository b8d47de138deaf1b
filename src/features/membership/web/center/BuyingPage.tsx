import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#shared/paths.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useBilledMembership } from '../offers/offersStore.ts'
import { LoadingPanel } from './LoadingPanel.tsx'

/** A page about buying. Where nothing can be bought it leads to the overview. */
export function BuyingPage({ children }: { children: ReactNode }) {
  const t = useTranslations('membership')
  const { membership, error, retry, retrying } = useBilledMembership()
  if (membership?.can_buy) return children
  if (membership) return <Navigate to={paths.memberIndex()} replace />
  if (error) return <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
  return <LoadingPanel type="loading" className="py-24" />
}
