import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { isUnlimited } from '../../rules.ts'
import { useMembership } from '../MembershipContext.ts'
import { useMinutesText } from '../usage/usageTexts.ts'

const TransactionList = lazyComponent(async () => (await import('./TransactionList.tsx')).TransactionList)

/** The minutes used this month and the latest transactions. */
export function MinutesRow() {
  const t = useTranslations('membership')
  const formatMinutes = useMinutesText()
  const { membership } = useMembership()
  const list = <TransactionList fallback={<SkeletonRows rows={2} rowClassName="h-9" />} />
  if (!membership) return <SettingRow title={t('minutes')} below={list} />
  const { membership_type, seconds_left, seconds_total } = membership
  const hint = isUnlimited(membership_type)
    ? t('minutes_unlimited')
    : t('minutes_used', {
        used: formatMinutes(seconds_total - seconds_left, 'used'),
        total: formatMinutes(seconds_total, 'left'),
      })
  return <SettingRow title={t('minutes')} hint={hint} below={list} />
}
