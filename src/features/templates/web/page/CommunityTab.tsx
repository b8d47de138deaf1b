import { Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { membershipLink } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useTemplateRights } from '../useTemplateRights.ts'
import type { TabProps } from '../pageState.ts'
import { TemplateResults } from './TemplateResults.tsx'

/** The published templates of other users. Without the right it says so, with the plans only where they can be bought. */
export function CommunityTab(props: TabProps) {
  const t = useTranslations('templates')
  const { hasCommunity, canBuy } = useTemplateRights()
  const { membership } = useMembership()
  if (hasCommunity) return <TemplateResults {...props} kind="community" emptyText={t('community_empty')} />
  return (
    <EmptyState
      icon={<Users aria-hidden />}
      action={
        canBuy && (
          <Link {...membershipLink(membership, 'templates')} className={buttonClass({ variant: 'main' })}>
            {t('see_plans')}
          </Link>
        )
      }
    >
      {canBuy ? t('community_in_pro') : t('community_not_included')}
    </EmptyState>
  )
}
