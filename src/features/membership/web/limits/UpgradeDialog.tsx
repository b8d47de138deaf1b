import { useEffect, useEffectEvent } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { MONTHLY_SECONDS } from '../../contract.ts'
import { isUnlimited, wholeMinutes } from '../../rules.ts'
import { useMembership } from '../MembershipContext.ts'
import { FIRST_TIME_OFFER, type UpgradeSource } from './OfferChoice.ts'
import { useOfferChoice } from './useOfferChoice.ts'
import { OfferButtons, PlanOffers } from './PlanOffers.tsx'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    upgrade: { source: Exclude<UpgradeSource, 'out_of_minutes'> }
  }
}

const STARTER_MINUTES = wholeMinutes(MONTHLY_SECONDS.starter ?? 0)

/** The offer of plans (A§2, A§4). At the first use it is shown once. */
export function UpgradeDialog({ open, onClose, source }: DialogProps<'upgrade'>) {
  const t = useTranslations('membership')
  const { number } = useFormat()
  const { markSeen } = useShowOnce(STORAGE_KEYS.offers, FIRST_TIME_OFFER)
  const choice = useOfferChoice(source)
  const isFirst = source === 'first_time_use' || source === 'operation_banner'
  const close = () => {
    if (source === 'first_time_use') markSeen()
    onClose()
  }
  const type = useMembership().membership?.membership_type
  const hasUnlimited = type !== undefined && isUnlimited(type)
  // Nothing is left to offer, for example when an upgrade was paid in another tab.
  const closeOffer = useEffectEvent(close)
  useEffect(() => {
    if (open && hasUnlimited) closeOffer()
  }, [open, hasUnlimited])
  return (
    <Dialog
      open={open}
      onClose={close}
      title={isFirst ? t('limit_first') : t('member_go_unlimited')}
      description={isFirst ? t('limit_first_text', { minutes: number(STARTER_MINUTES) }) : undefined}
      footer={<OfferButtons choice={choice} source={source} onClose={close} />}
    >
      <PlanOffers choice={choice} />
    </Dialog>
  )
}
