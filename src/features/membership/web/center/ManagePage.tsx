import { paths } from '#shared/paths.ts'
import { seconds } from '#shared/units.ts'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isRenewing } from '../../rules.ts'
import { useMembership } from '../MembershipContext.ts'
import { useMembershipOffers } from '../offers/offersStore.ts'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/manage (A§2): the current plan and its actions. */
export function ManagePage() {
  const t = useTranslations('membership')

  const { date } = useFormat()
  const openPortal = useMembershipOffers()?.openPortal
  const { membership, error, retry, retrying } = useMembership()
  const renews = membership !== undefined && !membership.is_free_trial_now && isRenewing(membership)
  const end = date(seconds(membership?.expire_time ?? 0))
  return (
    <MembershipLayout title={t('member_manage')} isSubpage>
      {membership ? (
        <div>
          <SettingRow
            title={t('member_your_plan')}
            hint={
              t(`plan_${membership.membership_type}`) +
              (membership.expire_time > 0 ? ` · ${t(renews ? 'centre_renews_on' : 'member_ends', { when: end })}` : '')
            }
          >
            {membership.can_buy && (
              <PageLink to={paths.memberPurchase({ from: 'manage' })} className={buttonClass()}>
                {t('member_compare')}
              </PageLink>
            )}
          </SettingRow>
          {openPortal && (
            <SettingRow title={t('manage_payment')} hint={t('manage_payment_hint')}>
              <Button onClick={openPortal}>{t('manage_payment_open')}</Button>
            </SettingRow>
          )}
          {membership.can_buy && <SettingRow title={t('member_stores_title')} hint={t('member_stores')} />}
          <SettingRow title={t('centre_use')} hint={t('centre_use_all_hint')}>
            <PageLink to={paths.memberHistory()} className={buttonClass()}>
              {t('centre_use_all')}
            </PageLink>
          </SettingRow>
          <SettingRow title={t('member_data_title')} hint={t('member_data')}>
            <Button onClick={() => openDialog('settings', { pane: 'privacy' })}>{t('member_data_open')}</Button>
          </SettingRow>
        </div>
      ) : error ? (
        <ErrorState error={error} title={t('member_failed')} onRetry={retry} retrying={retrying} />
      ) : (
        <SkeletonRows rows={3} />
      )}
    </MembershipLayout>
  )
}
