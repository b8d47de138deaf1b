import { Link, useSearch } from '@tanstack/react-router'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import { hasMembership } from '../../rules.ts'
import type { Membership } from '../MembershipContext.ts'
import { useHasShop } from '../no-membership/useHasShop.ts'
import { MembershipLayout } from './MembershipLayout.tsx'
import { LockedCard } from './card/LockedCard.tsx'
import { MembershipCard } from './card/MembershipCard.tsx'
import { QuotaCard } from './card/QuotaCard.tsx'
import { SubscriptionLine } from './card/SubscriptionLine.tsx'
import { useEventTarget } from './eventTarget.ts'
import { Questions } from './questions/Questions.tsx'
import { RECENT_ROWS, RecentUse } from './use/RecentUse.tsx'
import { useBilledMembership } from '../offers/offersStore.ts'
import { useRecentUse } from './use/useRecentUse.ts'

/** /member/index (A§2): the plan and its minutes, their recent use, and questions. */
export function MemberPage() {
  const t = useTranslations('membership')
  const { membership, error, retry, retrying } = useBilledMembership()
  return (
    <MembershipLayout title={t('member_title')} actions={membership?.can_buy && <BuyingLinks />}>
      {membership ? (
        <Overview membership={membership} />
      ) : error ? (
        <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
      ) : (
        <CardSkeleton />
      )}
    </MembershipLayout>
  )
}

function Overview({ membership }: { membership: Membership }) {
  const use = useRecentUse(RECENT_ROWS)
  const { from } = useSearch({ from: '/main/member/index' })
  useEventTarget(from, membership.can_buy ? 'overview' : 'no packs')
  return (
    <div className={classes(GRID_CLASS, 'gap-y-7')}>
      <Cards membership={membership} />
      <SubscriptionLine membership={membership} />
      <RecentUse membership={membership} use={use} />
      {/* Shown after the use, because its height is not known before, and on a narrow page they stand below it. */}
      {(use.rows ?? use.error) && <Questions membership={membership} />}
    </div>
  )
}

/** Two columns, of which the right one holds the extra minutes and the questions. */
const GRID_CLASS = 'grid grid-cols-1 gap-5 lg:grid-cols-[minmax(0,1fr)_23.5rem]'

function BuyingLinks() {
  const t = useTranslations('membership')
  return (
    <>
      <Link to="/member/billings" className={buttonClass({ variant: 'quiet' })}>
        {t('centre_payments')}
      </Link>
      <Link to="/member/purchase" search={{ from: 'centre' }} className={buttonClass()}>
        {t('member_compare')}
      </Link>
    </>
  )
}

function Cards({ membership }: { membership: Membership }) {
  const hasShop = useHasShop()
  const sellsDevices = hasShop || membership.can_buy
  const hasExtraMinutes = membership.seconds_total_traffic > 0
  return (
    <div className={classes('lg:col-span-2', hasExtraMinutes ? GRID_CLASS : 'grid grid-cols-1')}>
      {hasMembership(membership.membership_type) ? (
        <MembershipCard membership={membership} sellsDevices={sellsDevices} />
      ) : (
        <LockedCard sellsDevices={sellsDevices} />
      )}
      {hasExtraMinutes && <QuotaCard membership={membership} />}
    </div>
  )
}

function CardSkeleton() {
  return (
    <SkeletonGroup className="grid grid-cols-1 content-start rounded-lg border border-line bg-raised p-4.5">
      <Skeleton className="h-8.5 w-28" />
      <Skeleton className="mt-3 h-12 w-64 max-w-full" />
      <Skeleton className="mt-4 h-1.5 w-full" />
      <Skeleton className="mt-6 h-12 w-44" />
    </SkeletonGroup>
  )
}
