import { TrialOffer, useFreeTrial } from '#features/membership/web.tsx'
import { PromoSlot } from './PromoSlot.tsx'

/** The banner with the free trial (A§4). It is loaded only where plans can be bought. */
export function TrialPromo() {
  return (
    <PromoSlot trial={useFreeTrial()}>
      <TrialOffer errorFallback={null} />
    </PromoSlot>
  )
}
