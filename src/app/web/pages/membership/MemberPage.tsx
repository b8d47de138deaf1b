import { useMeOrError } from '#features/profile/web.tsx'
import { hasMembership } from '#features/membership/rules.ts'
import { paths } from '#shared/paths.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NoMembershipCard, MembershipCard, QuotaCard } from './MembershipCards.tsx'
import { TEXT_LINK_CLASS } from '../textLinkClass.ts'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/index (A§2): the plan and its minutes, or how to get a membership. */
export function MemberPage() {
  const t = useTranslations('pages')
  const { me, error, retry, retrying } = useMeOrError()
  return (
    <MembershipLayout title={useTranslations('app')('membership')}>
      {me ? (
        <div className="grid grid-cols-1 gap-3.5">
          {hasMembership(me.membership_type) ? <MembershipCard me={me} /> : <NoMembershipCard />}
          <QuotaCard me={me} />
        </div>
      ) : error ? (
        <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
      ) : (
        <CardSkeleton />
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-md">
        <PageLink to={paths.help()} className={TEXT_LINK_CLASS}>
          {t('member_questions')}
        </PageLink>
        <PageLink to={paths.userAgreement()} className={TEXT_LINK_CLASS}>
          {t('doc_user_agreement')}
        </PageLink>
      </p>
    </MembershipLayout>
  )
}

function CardSkeleton() {
  const t = useTranslations('ui')
  return (
    <div role="status" className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-raised p-5">
      <span className="sr-only">{t('loading')}</span>
      <Skeleton className="h-6 w-28" />
      <Skeleton className="h-1.5 w-full" />
      <Skeleton className="h-5 w-52" />
      <Skeleton className="h-8.5 w-32" />
    </div>
  )
}
