import { useEffect } from 'react'
import { usePageName } from '#browser/routing/usePageName.ts'
import { STORAGE_KEYS } from '#browser/storage/storage.ts'
import { useShowOnce } from '#browser/storage/useShowOnce.ts'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { closeDialog, openDialog } from '#ui/dialog/openDialog.ts'
import { useMembership } from '../MembershipContext.ts'
import { FIRST_TIME_OFFER } from './OfferChoice.ts'

/** A§4 */
const OPEN_DELAY = 50

/**
 * Opens the offer of plans once for a starter who has never transcribed, where plans can be bought (A§4), except on the page of
 * plans.
 */
export function FirstTimeTrigger() {
  const { membership } = useMembership()
  const { isDue } = useShowOnce(STORAGE_KEYS.offers, FIRST_TIME_OFFER)
  const isNew = membership?.membership_type === 'starter' && !membership.has_transcribed
  const isBesidePlans = usePageName() === 'member'
  const isOffered = isDue && isNew && membership.can_buy && !isBesidePlans
  useTimeout(() => openDialog('upgrade', { source: 'first_time_use' }), isOffered ? OPEN_DELAY : null)
  useEffect(() => {
    if (isOffered) return () => closeDialog('upgrade')
    return undefined
  }, [isOffered])
  return null
}
