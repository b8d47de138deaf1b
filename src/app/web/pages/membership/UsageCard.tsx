import { Gauge, Infinity as Endless, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '#features/profile/web.tsx'
import { hasMembership, isUnlimited, membershipPath } from '#features/membership/rules.ts'
import { buttonClass } from '#ui/button/buttonClass.ts'
import { PageLink } from '#ui/link/PageLink.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { GetDeviceLink } from './GetDeviceLink.tsx'
import { useMinutesLeftFormatter, useResetFormatter } from './minutesFormatters.ts'
import { UsageBar } from './UsageBar.tsx'

const CARD_CLASS =
  'grid grid-cols-1 content-start gap-2 self-end rounded-lg border border-line bg-raised px-3 py-2.5 text-sm text-ink2'
const SOURCE = 'usage_card'

type Me = NonNullable<ReturnType<typeof useMe>>

/**
 * The usage card of the sidebar (B§2): the remaining minutes; a full bar and Go Unlimited for unlimited plans; a link to get a
 * device without a membership. Renders nothing until the user is loaded.
 */
export function UsageCard({ isCollapsed }: { isCollapsed: boolean }) {
  const me = useMe()
  if (!me) return null
  if (isCollapsed) return <CollapsedCard me={me} />
  if (!hasMembership(me.membership_type)) return <DeviceCard />
  return isUnlimited(me.membership_type) ? <UnlimitedCard me={me} /> : <MinutesCard me={me} />
}

function MinutesCard({ me }: { me: Me }) {
  const formatMinutesLeft = useMinutesLeftFormatter()
  const formatReset = useResetFormatter()
  return (
    <PageLink to={membershipPath(me, SOURCE)} className={`${CARD_CLASS} transition-colors hover:border-edge`}>
      <span className="grid grid-cols-1">
        <PlanName type={me.membership_type} />
        <span className="sr-only"> · </span>
        <span>{formatMinutesLeft(me.seconds_left, me.seconds_total)}</span>
      </span>
      <UsageBar usage={{ left: me.seconds_left, total: me.seconds_total }} />
      <span className="text-xs text-ink3">{formatReset(me.reset_time)}</span>
    </PageLink>
  )
}

function UnlimitedCard({ me }: { me: Me }) {
  const t = useTranslations('pages')
  return (
    <section aria-label={t('member_meter')} className={CARD_CLASS}>
      {me.membership_type === 'unlimited' ? (
        <strong className="font-[620] text-ink">{t('member_unlimited')}</strong>
      ) : (
        <span>
          <PlanName type={me.membership_type} /> · {t('member_unlimited')}
        </span>
      )}
      <UsageBar />
      <PageLink to={membershipPath(me, 'go_unlimited')} className={buttonClass({ size: 'sm' })}>
        {t('member_go_unlimited')}
      </PageLink>
    </section>
  )
}

function DeviceCard() {
  const t = useTranslations('pages')
  return (
    <section aria-label={t('member_get_device')} className={CARD_CLASS}>
      <span>{t('member_locked_title')}</span>
      <GetDeviceLink size="sm" />
    </section>
  )
}

/** The card in the collapsed sidebar: an icon with a tooltip. */
function CollapsedCard({ me }: { me: Me }) {
  const t = useTranslations('pages')
  const formatMinutesLeft = useMinutesLeftFormatter()
  const type = me.membership_type
  const [icon, label]: [ReactNode, string] = !hasMembership(type)
    ? [<LockKeyhole key="icon" aria-hidden />, t('member_locked_title')]
    : isUnlimited(type)
      ? [<Endless key="icon" aria-hidden />, t('member_unlimited')]
      : [<Gauge key="icon" aria-hidden />, formatMinutesLeft(me.seconds_left, me.seconds_total)]
  return (
    <Tooltip label={label} side="right">
      <PageLink
        to={membershipPath(me, SOURCE)}
        aria-label={label}
        className={`${buttonClass({ variant: 'quiet', size: 'lg', square: true })} justify-self-center`}
      >
        {icon}
      </PageLink>
    </Tooltip>
  )
}

function PlanName({ type }: { type: Me['membership_type'] }) {
  const t = useTranslations('profile')
  return <strong className="font-[620] text-ink">{t(`plan_${type}`)}</strong>
}
