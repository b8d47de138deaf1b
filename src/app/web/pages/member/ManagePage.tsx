import { useMeOrError } from '#features/me/web.tsx'
import { paths } from '#kit/paths.ts'
import { seconds } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { buttonClass } from '#ui/buttonClass.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageLink } from '#ui/PageLink.tsx'
import { SettingRow } from '#ui/SettingRow.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useTranslations } from '#ui/words.ts'
import { useShellActions } from '../../shell/ShellActions.ts'
import { MembershipLayout } from './MemberFrame.tsx'

/** /member/manage (A§2): the current plan and its actions. */
export function ManagePage() {
  const t = useTranslations('pages')
  const tMe = useTranslations('me')
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
