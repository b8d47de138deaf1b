import { useEffect } from 'react'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { takePaidFlag } from './paidFlag.ts'
import { useOffersLoader } from './useOffersLoader.ts'

/** Offers plans and minutes to all screens, and says what was paid before the page was loaded again. It shows nothing. */
export function BillingBackground() {
  useOffersLoader()
  useEffect(() => {
    const flag = takePaidFlag()
    if (flag) openDialog('qrNotice', { kind: 'paid', flag })
  }, [])
  return null
}
