import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasMembership, isUnlimited } from '../../rules.ts'
import { paths } from '#shared/paths.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageLink, TEXT_LINK_CLASS } from '#ui/link/PageLink.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useMembership } from '../MembershipContext.ts'
import type { Membership } from '../MembershipContext.ts'
import { MembershipLayout } from './MembershipLayout.tsx'
import { track } from '#features/telemetry/web.tsx'
import { seconds } from '#shared/units.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { GetDeviceLink } from './GetDeviceLink.tsx'
import { useMinutesLeftFormatter, useResetFormatter, UsageBar } from './UsageBar.tsx'

/** /member/index (A§2): the plan and its minutes, or how to get a membership. */
export function MemberPage() {
  const t = useTranslations('membership')
  const tSite = useTranslations('site')
  const { membership, error, retry, retrying } = useMembership()
  return (
    <MembershipLayout title={t('member_title')}>
      {membership ? (
        <div className="grid grid-cols-1 gap-3.5">
          {hasMembership(membership.membership_type) ? <MembershipCard membership={membership} /> : <NoMembershipCard />}
          <QuotaCard membership={membership} />
        </div>
      ) : error ? (
        <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
      ) : (
        <CardSkeleton />
      )}
      <p className="flex flex-wrap gap-x-6 gap-y-2 text-md">
        <PageLink to={paths.help()} className={TEXT_LINK_CLASS}>
          {tSite('doc_questions')}
        </PageLink>
        <PageLink to={paths.userAgreement()} className={TEXT_LINK_CLASS}>
          {tSite('doc_user_agreement')}
        </PageLink>
      </p>
    </MembershipLayout>
  )
}

function CardSkeleton() {
  return (
    <SkeletonGroup className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-raised p-5">
      <Skeleton className="h-6 w-28" />
      <Skeleton className="h-1.5 w-full" />
      <Skeleton className="h-5 w-52" />
      <Skeleton className="h-8.5 w-32" />
    </SkeletonGroup>
  )
}

/**
 * The plan, its remaining minutes and the time of the next reset (A§2). The bar of an unlimited plan is full. Users of the
 * starter plan see a link to get a device (A§6).
 */
function MembershipCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const plan = t(`plan_${membership.membership_type}`)
  const { date } = useFormat()
  const formatMinutesLeft = useMinutesLeftFormatter()
  const formatReset = useResetFormatter()
  const isUnlimitedPlan = isUnlimited(membership.membership_type)
  return (
    <Card title={plan}>
      {membership.expire_time > 0 && (
        <p className="text-sm text-ink2">{t('member_ends', { when: date(seconds(membership.expire_time)) })}</p>
      )}
      <UsageBar usage={isUnlimitedPlan ? undefined : { left: membership.seconds_left, total: membership.seconds_total }} />
      <p className="flex flex-wrap justify-between gap-x-6 text-md text-ink2">
        <span className="font-[560] text-ink">
          {isUnlimitedPlan ? t('member_unlimited') : formatMinutesLeft(membership.seconds_left, membership.seconds_total)}
        </span>
        {!isUnlimitedPlan && <span>{formatReset(membership.reset_time)}</span>}
      </p>
      <p className="flex flex-wrap gap-2">
        <PageLink
          to={paths.memberManage()}
          // A§2: opening the details counts as one page change.
          onClick={() => track('page_change', { page: 'details' })}
          className={buttonClass()}
        >
          {t('member_details')}
        </PageLink>
        {membership.membership_type === 'starter' && <GetDeviceLink />}
      </p>
    </Card>
  )
}

/** Minutes bought in addition to the plan (A§2). Renders nothing when there are none. */
function QuotaCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const formatMinutesLeft = useMinutesLeftFormatter()
  if (membership.seconds_total_traffic <= 0) return null
  return (
    <Card title={t('member_extra_minutes')}>
      {membership.expire_time_traffic > 0 && (
        <p className="text-sm text-ink2">{t('member_ends', { when: date(seconds(membership.expire_time_traffic)) })}</p>
      )}
      <UsageBar usage={{ left: membership.seconds_left_traffic, total: membership.seconds_total_traffic }} />
      <p className="text-md font-[560]">{formatMinutesLeft(membership.seconds_left_traffic, membership.seconds_total_traffic)}</p>
    </Card>
  )
}

/** Explains to users without a membership how to get one (A§2). */
function NoMembershipCard() {
  const t = useTranslations('membership')
  return (
    <Card title={t('member_locked_title')} icon={<LockKeyhole aria-hidden />}>
      <p className="max-w-[60ch] text-base text-ink2">{t('member_locked_text')}</p>
      <GetDeviceLink className="justify-self-start" />
    </Card>
  )
}

function Card({ title, icon, children }: { title: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid grid-cols-1 gap-3 rounded-lg border border-line bg-raised p-5">
      <h2 className="flex items-center gap-2 text-lg font-[620] [&>svg]:size-5 [&>svg]:text-accent">
        {icon}
        {title}
      </h2>
      {children}
    </section>
  )
}
