import { useMatch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { closeDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { useMembershipOffers } from '../offers/offersStore.ts'
import { FREE_TRIAL_OFFER } from './FreeTrialDialog.tsx'
import { useFreeTrial } from './useFreeTrial.ts'

/** Opens the offer of a free trial on the page with the plans, once per user, while it can be claimed (A§4). */
export function FreeTrialTrigger() {
  const isPlansPage = useMatch({ from: '/main/member/purchase', shouldThrow: false }) !== undefined
  const trial = useFreeTrial()
  const { isDue } = useShowOnce(STORAGE_KEYS.offers, FREE_TRIAL_OFFER)
  // Not before it is known whether there is a subscription.
  const canBuy = useMembershipOffers() !== undefined
  const isOpen = isDue && canBuy && isPlansPage && trial?.can_claim === true && !trial.has_claimed
  const days = trial?.available_days ?? 0
  useEffect(() => {
    if (!isOpen) return
    openDialog('freeTrial', { days })
    return () => closeDialog('freeTrial')
  }, [isOpen, days])
  return null
}
