import { useOffersLoader } from './useOffersLoader.ts'
import { useReturnFromPayment } from './useReturnFromPayment.ts'

/** Offers plans and minutes to all screens, and follows payments. It shows nothing. */
export function BillingBackground() {
  useOffersLoader()
  useReturnFromPayment()
  return null
}
