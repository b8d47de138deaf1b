import type { QueryClient } from '@tanstack/react-query'
import { vi } from 'vitest'
import { meTopic } from '#features/account/contract.ts'
import { billingGlobalFeature } from '#features/billing-global/web.tsx'
import { membershipFeature, offersStore, type ProductId } from '#features/membership/web.tsx'
import type { Locale } from '#shared/locales.ts'
import { FeatureBackground } from '#ui/feature/FeatureBackground.tsx'
import { closeDialogs } from './closeDialogs.ts'
import { createLiveSender } from './createLiveSender.ts'
import { FeatureScreen, WithMembership } from './FeatureScreen.tsx'
import { type BillingState, mockBilling } from './mockBilling.ts'
import { mockMembershipServer, type MembershipState } from './mockMembershipServer.ts'
import { loadMessages, renderWithProviders } from './renderWithProviders.tsx'
import { signInAs } from './signInAs.ts'
import { withRouter } from './withRouter.tsx'

type RenderOptions = { state?: MembershipState; locale?: Locale; path?: string }

/** Renders the billing feature together with the membership, and waits until the offers are known. Reset with `resetBilling`. */
export async function renderBilling(billing: BillingState = {}, { state = {}, locale, path = '/' }: RenderOptions = {}) {
  const { handlers, sent, confirmed } = mockBilling(billing)
  const { requests } = mockMembershipServer({ ...state, state: { can_buy: true, ...state.state }, handlers })
  signInAs('u1')
  await loadMessages('membership', 'billing-global')
  const { page, address } = withRouter(
    <WithMembership>
      <FeatureScreen features={[billingGlobalFeature, membershipFeature]}>
        <FeatureBackground />
      </FeatureScreen>
    </WithMembership>,
    path,
  )
  const view = await renderWithProviders(page, locale ? { locale } : {})
  const isLoaded = () => {
    const { offers } = offersStore.getState()
    const isSettled = offers !== undefined && offers.prices !== 'loading'
    return isSettled && (!billing.subscription || offers.subscription !== null)
  }
  await vi.waitUntil(isLoaded, { timeout: 5000 })
  return { ...view, sent, confirmed, requests, address }
}

export const buy = (product: ProductId, options?: { isTrial?: boolean }) => offersStore.getState().offers?.buy(product, options)

export const dialogText = (dialog: HTMLElement) => dialog.textContent?.replaceAll('\u00A0', ' ')

/** Reports a change made by the provider or another tab. */
export async function reportChange(queries: QueryClient): Promise<void> {
  const sendLive = await createLiveSender(billingGlobalFeature)
  sendLive(queries, meTopic, {})
}

export async function resetBilling(): Promise<void> {
  // A purchase that leaves the page is waited for up to five seconds.
  await vi.waitUntil(() => (offersStore.getState().offers?.busy ?? null) === null, { timeout: 6000 })
  closeDialogs('purchaseNotice', 'purchaseQuestion', 'upgradeConfirm', 'freeTrial')
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
}
