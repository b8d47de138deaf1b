import { useMeOrError } from '#features/profile/web.tsx'
import { paths } from '#shared/paths.ts'
import { seconds } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useShellActions } from '../../layout/ShellActions.ts'
import { MembershipLayout } from './MembershipLayout.tsx'

/** /member/manage (A§2): the current plan and its actions. */
export function ManagePage() {
  const t = useTranslations('pages')
  const tMe = useTranslations('profile')
  const { date } = useFormat()
  const { openSettings } = useShellActions()
  const { me, error, retry, retrying } = useMeOrError()
  return (
    <MembershipLayout title={t('member_manage')} lead={t('member_not_sold')}>
      {me ? (
        <div>
          <SettingRow
            title={t('member_your_plan')}
            hint={
              tMe(`plan_${me.membership_type}`) +
              (me.expire_time > 0 ? ` · ${t('member_ends', { when: date(seconds(me.expire_time)) })}` : '')
            }
          >
            <PageLink to={paths.memberPurchase({ from: 'manage' })} className={buttonClass()}>
              {t('member_compare')}
            </PageLink>
          </SettingRow>
          <SettingRow title={t('member_stores_title')} hint={t('member_stores')} />
          <SettingRow title={t('explore_data_title')} hint={t('explore_data')}>
            <Button onClick={() => openSettings('privacy')}>{t('explore_data_open')}</Button>
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
