import { Link } from '@tanstack/react-router'
import { Gauge, Infinity as Endless, LockKeyhole } from 'lucide-react'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { hasMembership, isUnlimited, membershipLink } from '../../rules.ts'
import { useMembership, type Membership } from '../MembershipContext.ts'
import { GetDeviceLink } from '../center/GetDeviceLink.tsx'
import { UsageBar } from '../center/UsageBar.tsx'
import { useMembershipOffers } from '../offers/offersStore.ts'
import { useHasShop } from '../no-membership/useHasShop.ts'
import { useMinutesLeftFormatter, useNextChange, usePlanName } from './usageTexts.ts'

const CARD_CLASS = 'grid grid-cols-1 content-start gap-2 self-end rounded-lg border border-line bg-raised text-sm text-ink2'
const CONTENT_CLASS = 'grid grid-cols-1 gap-2 px-3 py-2.5'
const SOURCE = 'usage_card'

/**
 * The usage card of the sidebar (B§2): the remaining minutes; a full bar for unlimited plans; without a membership, where to get
 * one. What can be bought is offered only where it can: plans, or a device. Renders nothing until the user is loaded.
 */
export function UsageCard({ isCollapsed }: { isCollapsed: boolean }) {
  const { membership } = useMembership()
  if (!membership) return null
  const isMember = hasMembership(membership.membership_type)
  if (isCollapsed) return isMember ? <CollapsedCard membership={membership} /> : <CollapsedLock />
  if (!isMember) return <LockedCard membership={membership} />
  return isUnlimited(membership.membership_type) ? (
    <UnlimitedCard membership={membership} />
  ) : (
    <MinutesCard membership={membership} />
  )
}

/** Go Unlimited is offered where plans can be bought (B§2). Users of the starter plan see where to get a device, too (A§6). */
function MinutesCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const formatMinutesLeft = useMinutesLeftFormatter()
  const planName = usePlanName(membership)
  const nextChange = useNextChange(membership)
  const hasShop = useHasShop()
  const offers = useMembershipOffers()
  // An open payment is made and a canceled plan is resumed before the plan is changed.
  const canUpgrade = membership.can_buy && offers && !offers.subscription?.openInvoiceUrl && !offers.subscription?.isCanceled
  return (
    <div className={CARD_CLASS}>
      <Link
        {...membershipLink(membership, SOURCE)}
        className={`${CONTENT_CLASS} rounded-lg ring-line transition-shadow hover:ring-1`}
      >
        <span className="grid grid-cols-1">
          <strong className="font-[620] text-ink">{planName}</strong>
          <span className="sr-only"> · </span>
          <span>{formatMinutesLeft(membership.seconds_left, membership.seconds_total)}</span>
        </span>
        <UsageBar usage={{ left: membership.seconds_left, total: membership.seconds_total }} />
        {/* Room for two lines, which some languages need. */}
        <span className="line-clamp-2 min-h-8 text-xs text-ink3">{nextChange}</span>
      </Link>
      {canUpgrade && (
        <Button size="sm" className="mx-3 mb-2.5" onClick={() => openDialog('upgrade', { source: 'go_unlimited' })}>
          {t('member_go_unlimited')}
        </Button>
      )}
      {membership.membership_type === 'starter' && hasShop && <GetDeviceLink size="sm" className="mx-3 mb-2.5" />}
    </div>
  )
}

function UnlimitedCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const planName = usePlanName(membership)
  const nextChange = useNextChange(membership)
  const isNamedUnlimited = membership.membership_type === 'unlimited' && !membership.is_free_trial_now
  return (
    <section aria-label={t('member_minutes_left')} className={`${CARD_CLASS} ${CONTENT_CLASS}`}>
      <Link {...membershipLink(membership, SOURCE)} className="rounded-sm hover:underline">
        <strong className="font-[620] text-ink">{isNamedUnlimited ? t('member_unlimited') : planName}</strong>
        {!isNamedUnlimited && ` · ${t('member_unlimited')}`}
      </Link>
      <UsageBar />
      {nextChange && <span className="text-xs text-ink3">{nextChange}</span>}
    </section>
  )
}

function LockedCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const hasShop = useHasShop()
  return (
    <section aria-label={t('member_title')} className={`${CARD_CLASS} ${CONTENT_CLASS}`}>
      <span>{t('member_locked_title')}</span>
      {hasShop ? (
        <GetDeviceLink size="sm" />
      ) : (
        <Link {...membershipLink(membership, SOURCE)} className={buttonClass({ variant: 'main', size: 'sm' })}>
          {t('upsell_open')}
        </Link>
      )}
    </section>
  )
}

/** The card of a member in the collapsed sidebar: an icon with a tooltip. */
function CollapsedCard({ membership }: { membership: Membership }) {
  const t = useTranslations('membership')
  const formatMinutesLeft = useMinutesLeftFormatter()
  const hasUnlimited = isUnlimited(membership.membership_type)
  const label = hasUnlimited ? t('member_unlimited') : formatMinutesLeft(membership.seconds_left, membership.seconds_total)
  return (
    <Tooltip label={label} side="right">
      <Link
        {...membershipLink(membership, SOURCE)}
        aria-label={label}
        className={`${buttonClass({ variant: 'quiet', size: 'lg', square: true })} justify-self-center`}
      >
        {hasUnlimited ? <Endless aria-hidden /> : <Gauge aria-hidden />}
      </Link>
    </Tooltip>
  )
}

/** The card of a user without a membership in the collapsed sidebar, which says how to get one (B§2). */
function CollapsedLock() {
  const t = useTranslations('membership')
  return (
    <IconButton
      size="lg"
      className="justify-self-center"
      label={t('member_locked_title')}
      icon={<LockKeyhole aria-hidden />}
      side="right"
      onClick={() => openDialog('noMembership', { action: 'upload' })}
    />
  )
}
