import { Monitor, Smartphone } from 'lucide-react'
import { isDesktop } from './offersFor.ts'
import type { OfferName } from './offersFor.ts'

export function OfferIcon({ name }: { name: OfferName }) {
  return isDesktop(name) ? <Monitor aria-hidden strokeWidth={1.8} /> : <Smartphone aria-hidden strokeWidth={1.8} />
}
