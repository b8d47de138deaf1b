import { Gauge, Infinity as Endless, LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { hasMembership, isUnlimited, membershipPath, type MembershipType } from '../../rules.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { PageLink } from '#ui/link/PageLink.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useMembership, type Membership } from '../MembershipContext.ts'
import { GetDeviceLink } from './GetDeviceLink.tsx'
import { useMinutesLeftFormatter, useResetFormatter, UsageBar } from './UsageBar.tsx'

const CARD_CLASS =
  'grid grid-cols-1 content-start gap-2 self-end rounded-lg border border-line bg-raised px-3 py-2.5 text-sm text-ink2'
const SOURCE = 'usage_card'

/**
 * The usage card of the sidebar (B§2): the remaining minutes; a full bar and Go Unlimited for unlimited plans; a link to get a
 * device without a membership. Renders nothing until the user is loaded.
 */
export function UsageCard({ isCollapsed }: { isCollapsed: boolean }) {
  const { membership } = useMembership()
  if (!membership) return null
  if (isCollapsed) return <CollapsedCard membership={membership} />
  if (!hasMembership(membership.membership_type)) return <DeviceCard />
  return isUnlimited(membership.membership_type) ? (
    <UnlimitedCard membership={membership} />
  ) : (
    <MinutesCard membership={membership} />
  )
}

function MinutesCard({ membership }: { membership: Membership }) {
  const formatMinutesLeft = useMinutesLeftFormatter()
  const formatReset = useResetFormatter()
  return (
    <PageLink to={membershipPath(membership, SOURCE)} className={`${CARD_CLASS} transition-colors hover:border-edge`}>
      <span className="grid grid-cols-1">
        <PlanName type={membership.membership_type} />
        <span className="sr-only"> · </span>
        <span>{formatMinutesLeft(membership.seconds_left, membership.seconds_total)}</span>
      </span>
      <UsageBar usage={{ left: membership.seconds_left, total: membership.seconds_total }} />
      {/* Room for two lines, which some languages need. */}
      <span className="line-clamp-2 min-h-8 text-xs text-ink3">{formatReset(membership.reset_time)}</span>
    </PageLink>
  )
}

function UnlimitedCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  return (
    <section aria-label={t('member_minutes_left')} className={CARD_CLASS}>
      {membership.membership_type === 'unlimited' ? (
        <strong className="font-[620] text-ink">{t('member_unlimited')}</strong>
      ) : (
        <span>
          <PlanName type={membership.membership_type} /> · {t('member_unlimited')}
        </span>
      )}
      <UsageBar />
      <PageLink to={membershipPath(membership, 'go_unlimited')} className={buttonClass({ size: 'sm' })}>
        {t('member_go_unlimited')}
      </PageLink>
    </section>
  )
}

function DeviceCard() {
  const t = useTranslations('membership')
  return (
    <section aria-label={t('member_get_device')} className={CARD_CLASS}>
      <span>{t('member_locked_title')}</span>
      <GetDeviceLink size="sm" />
    </section>
  )
}

/** The card in the collapsed sidebar: an icon with a tooltip. */
function CollapsedCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const formatMinutesLeft = useMinutesLeftFormatter()
  const type = membership.membership_type
  const [icon, label]: [ReactNode, string] = !hasMembership(type)
    ? [<LockKeyhole key="icon" aria-hidden />, t('member_locked_title')]
    : isUnlimited(type)
      ? [<Endless key="icon" aria-hidden />, t('member_unlimited')]
      : [<Gauge key="icon" aria-hidden />, formatMinutesLeft(membership.seconds_left, membership.seconds_total)]
  return (
    <Tooltip label={label} side="right">
      <PageLink
        to={membershipPath(membership, SOURCE)}
        aria-label={label}
        className={`${buttonClass({ variant: 'quiet', size: 'lg', square: true })} justify-self-center`}
      >
        {icon}
      </PageLink>
    </Tooltip>
  )
}

function PlanName({ type }: { type: MembershipType }) {
  const t = useTranslations('membership')
  return <strong className="font-[620] text-ink">{t(`plan_${type}`)}</strong>
}
