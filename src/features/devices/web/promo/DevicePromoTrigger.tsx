import { useEffect } from 'react'
import { hasMembership } from '#features/membership/rules.ts'
import { useHasShop, useMembership } from '#features/membership/web.tsx'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { closeDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { useHasRecorder } from '../fetchHasRecorder.ts'
import { DEVICE_OFFER } from './DevicePromoDialog.tsx'

/** Opens the offer of a recorder where one can be bought, once for a user who has neither a membership nor a recorder (A§6, B§2). */
export function DevicePromoTrigger() {
  const { membership } = useMembership()
  const { isDue } = useShowOnce(STORAGE_KEYS.offers, DEVICE_OFFER)
  const hasShop = useHasShop()
  const isOffered = isDue && hasShop && membership !== undefined && !hasMembership(membership.membership_type)
  const hasRecorder = useHasRecorder({ isEnabled: isOffered })
  const isOpen = isOffered && hasRecorder === false
  useEffect(() => {
    if (!isOpen) return
    openDialog('devicePromo')
    return () => closeDialog('devicePromo')
  }, [isOpen])
  return null
}
