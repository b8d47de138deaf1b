import type { ChangeDetail, Pricing, Product } from '../contract.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { minutes } from '#shared/units.ts'
import type { Membership, Offers, ProductId } from '#features/membership/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { pricingQuery } from './pricingQuery.ts'
import { productOf } from './products.ts'
import { useEndSubscription } from './useEndSubscription.ts'

type Data = { pricing: Pricing | undefined; membership: Membership | undefined }

export type Purchase = Pick<Offers, 'busy' | 'buy'> & { endPlan: () => void }

const busyStore = createStore<{ busy: ProductId | null }>(() => ({ busy: null }))

/** Set while a QR code is shown: another click does not open a second one (A§5). */
export const setBuying = (busy: ProductId | null): void => busyStore.setState({ busy })

/** Returns how something is bought, with everything that is checked before (A§4, A§5). */
export function usePurchase(data: Data): Purchase {
  const busy = useStore(busyStore, (state) => state.busy)
  const toast = useToast()
  const t = useTranslations('billing-china')
  const { run: endSubscription } = useEndSubscription()
  const ask = useAskAboutChange()
  const latest = useRef({ data, toast, t, ask })
  useEffect(() => {
    latest.current = { data, toast, t, ask }
  })
  return useMemo(() => {
    const buy: Purchase['buy'] = (id) => {
      const { data: now, toast: toaster, t: translate } = latest.current
      if (busyStore.getState().busy !== null) return void toaster.warn(translate('payment_in_progress'))
      const product = now.pricing?.products.find(({ uniq_name }) => productOf(uniq_name) === id)
      // Without a sku nothing can be bought (A§5).
      if (!product?.sku_id || !now.membership) return
      if (product.type === 'traffic') return openDialog('qrPayment', { product })
      const { autorenew } = now.membership
      if (autorenew === 'ios' || autorenew === 'android') return openDialog('qrNotice', { kind: 'switchInApp' })
      const current = now.pricing?.current
      if (product.is_current && current?.renews) return current.next ? void endSubscription({ next: true }) : undefined
      const change = now.pricing?.change_details[product.uniq_name]
      if (change) return void latest.current.ask(product, change)
      openDialog('qrPayment', { product })
    }
    return { busy, buy, endPlan: () => openDialog('qrNotice', { kind: 'end' }) }
  }, [busy, endSubscription])
}

/** Returns a function that asks whether the plan is to be changed, with an amount that was read a moment ago: it grows with time. */
function useAskAboutChange(): (product: Product, shown: ChangeDetail) => Promise<void> {
  const queries = useQueryClient()
  return async (product, shown) => {
    const fresh = await queries.fetchQuery({ ...pricingQuery, staleTime: minutes(1) }).catch(() => null)
    const change = fresh ? fresh.data.change_details[product.uniq_name] : shown
    if (change) openDialog('qrQuestion', { product, change })
  }
}
