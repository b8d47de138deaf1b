import { useState } from 'react'
import { isPaidTier } from '../../rules.ts'
import { useMembership } from '../MembershipContext.ts'
import type { PaidPlan, ProductId } from '../offers/products.ts'
import { useFreeTrial } from '../trial/useFreeTrial.ts'
import type { OfferChoice, OfferId, UpgradeSource } from './OfferChoice.ts'

/** Returns the state of an offer: the plans above the current one, and minutes where they have run out (A§4). */
export function useOfferChoice(source: UpgradeSource): OfferChoice {
  const type = useMembership().membership?.membership_type
  const trial = useFreeTrial()
  const isPaid = type !== undefined && isPaidTier(type)
  const plans: readonly PaidPlan[] = isPaid || source === 'go_unlimited' ? ['unlimited'] : ['pro', 'unlimited']
  const offers = source === 'out_of_minutes' ? [...plans, 'pack' as const] : plans
  const [chosenBefore, choose] = useState<OfferId | null>(null)
  const [isAnnual, setAnnual] = useState(false)
  const [wantsTrial, setTrial] = useState(true)
  const chosen = chosenBefore ?? offers[0] ?? 'unlimited'
  const canTry = trial?.can_claim === true
  const isTrial = canTry && wantsTrial && chosen === 'pro'
  const product: ProductId = chosen === 'pack' ? 'pack-120' : `${chosen}-${isAnnual ? 'yearly' : 'monthly'}`
  return { offers, chosen, choose, isAnnual, setAnnual, canTry, isTrial, setTrial, product }
}
