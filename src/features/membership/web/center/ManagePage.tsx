import { Link } from '@tanstack/react-router'
import { seconds } from '#shared/units.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isRenewing } from '../../rules.ts'
import type { Membership } from '../MembershipContext.ts'
import {
  useBilledMembership,
  useMembershipOffers,
  useOwnPrice,
  usePayingSubscription,
  useProductName,
} from '../offers/offersStore.ts'
import { splitPlan } from '../offers/products.ts'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/manage (A§2): the current plan and its actions. */
export function ManagePage() {
  const t = useTranslations('membership')
  const { membership, error, retry, retrying } = useBilledMembership()
  return (
    <MembershipLayout title={t('member_manage')} isSubpage>
      {membership ? (
        <Rows membership={membership} />
      ) : error ? (
        <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </MembershipLayout>
  )
}

function Rows({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const change = useChangeText(membership)
  return (
    <div>
      <SettingRow
        title={t('member_your_plan')}
        hint={[t(`plan_${membership.membership_type}`), change].filter(Boolean).join(' · ')}
      >
        {membership.can_buy && (
          <Link to="/member/purchase" search={{ from: 'manage' }} className={buttonClass()}>
            {t('member_compare')}
          </Link>
        )}
      </SettingRow>
      <PaymentRow />
      {membership.can_buy && <SettingRow title={t('member_stores_title')} hint={t('member_stores')} />}
      <SettingRow title={t('centre_use')} hint={t('centre_use_all_hint')}>
        <Link to="/member/history" className={buttonClass()}>
          {t('centre_use_all')}
        </Link>
      </SettingRow>
      <SettingRow title={t('member_data_title')} hint={t('member_data')}>
        <Button onClick={() => openDialog('settings', { pane: 'privacy' })}>{t('member_data_open')}</Button>
      </SettingRow>
    </div>
  )
}

/** The page of the payment service, which also resumes a plan that was canceled. */
function PaymentRow() {
  const t = useTranslations('membership')
  const offers = useMembershipOffers()
  if (offers?.endPlan)
    return (
      <SettingRow title={t('manage_renewal')} hint={t('manage_renewal_hint')}>
        <Button onClick={offers.endPlan}>{t('manage_renewal_off')}</Button>
      </SettingRow>
    )
  if (!offers?.openPortal) return null
  if (offers.subscription?.isCanceled)
    return (
      <SettingRow title={t('manage_resume')} hint={t('manage_resume_hint')}>
        <Button variant="main" onClick={offers.openPortal}>
          {t('plans_resume', { plan: t(`plan_${splitPlan(offers.subscription.plan).plan}`) })}
        </Button>
      </SettingRow>
    )
  return (
    <SettingRow title={t('manage_payment')} hint={t('manage_payment_hint')}>
      <Button onClick={offers.openPortal}>{t('manage_payment_open')}</Button>
    </SettingRow>
  )
}

/** Returns when the plan ends or renews, or what follows it. */
function useChangeText(membership: Membership): string {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const subscription = usePayingSubscription(membership)
  const [productName, price] = [useProductName(), useOwnPrice()]
  if (membership.expire_time === 0) return ''
  const when = date(seconds(membership.expire_time))
  if (subscription?.next)
    return t('manage_next', { when: date(seconds(subscription.next.startsAt)), plan: productName(subscription.next.plan) })
  if (!isRenewing(membership) || subscription?.isCanceled) return t('member_ends', { when })
  return membership.is_free_trial_now && subscription ? t('manage_trial', { when, price }) : t('centre_renews_on', { when })
}
