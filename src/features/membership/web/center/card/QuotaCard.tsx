import { Link } from '@tanstack/react-router'
import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import type { Membership } from '../../MembershipContext.ts'
import { Card, Fact, Facts } from './Card.tsx'
import { MinutesLeft } from './MinutesLeft.tsx'

/** Minutes in addition to those of the plan (A§2). */
export function QuotaCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const { date } = useFormat()
  const { expire_time_traffic } = membership
  return (
    <Card
      title={t('member_extra_minutes')}
      actions={
        membership.can_buy && (
          <Link to="/member/purchase" search={{ from: 'quota_hour' }} className={buttonClass()}>
            {t('centre_buy_minutes')}
          </Link>
        )
      }
    >
      <MinutesLeft left={membership.seconds_left_traffic} total={membership.seconds_total_traffic} />
      <Facts>
        <Fact
          name={t('centre_extra_ends')}
          value={expire_time_traffic > 0 ? date(seconds(expire_time_traffic)) : t('centre_never')}
          note={t('centre_extra_note')}
        />
      </Facts>
    </Card>
  )
}
