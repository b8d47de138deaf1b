import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { membershipFeature, offersStore, type ProductId } from '#features/membership/web.tsx'
import { LOCALES, type Locale } from '#shared/locales.ts'
import { openPage, reloadPage } from '#browser/page/openPage.ts'
import { FeatureBackground } from '#ui/feature/FeatureBackground.tsx'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { FeatureScreen, WithMembership } from '#test/screens/FeatureScreen.tsx'
import { type BillingState, mockBilling, PRO_MONTHLY } from '#test/screens/mockBilling.ts'
import { mockMembershipServer, type MembershipState } from '#test/screens/mockMembershipServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { billingGlobalContract } from '../contract.ts'
import { billingGlobalFeature } from '../web.tsx'

vi.mock('#browser/page/openPage.ts', { spy: true })

const { refusals } = billingGlobalContract.checkSessions
const CHECKOUT = { session: { data: { checkout_session: { id: 'cs_1', url: 'https://pay.example/cs_1' } } } }
const PREVIEW = { subscription_id: 'sub_1', currency: 'USD', amount_due: 26_510, amount_left: 1290 }

type Options = { state?: MembershipState; locale?: Locale; path?: string }

async function show(billing: BillingState = {}, { state = {}, locale, path = '/' }: Options = {}) {
  const { handlers, sent } = mockBilling(billing)
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
  return { ...view, sent, requests, address }
}

const buy = (product: ProductId, options?: { isTrial?: boolean }) => offersStore.getState().offers?.buy(product, options)
const dialogText = (dialog: HTMLElement) => dialog.textContent?.replaceAll('\u00A0', ' ')

beforeEach(() => {
  vi.mocked(openPage)
    .mockReset()
    .mockImplementation(() => {})
  vi.mocked(reloadPage)
    .mockReset()
    .mockImplementation(() => {})
})
afterEach(async () => {
  // A purchase that leads away is waited for five seconds.
  await vi.waitUntil(() => (offersStore.getState().offers?.busy ?? null) === null, { timeout: 6000 })
  closeDialogs('purchaseNotice', 'purchaseQuestion', 'upgradeConfirm', 'freeTrial')
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('a purchase (A§4)', () => {
  it('leads to the page for paying, with the price that was shown', async () => {
    const { sent } = await show(CHECKOUT)
    buy('pack-600')
    await waitFor(() => expect(openPage).toHaveBeenCalledWith('https://pay.example/cs_1'))
    expect(sent).toEqual([{ price: 'price_hourlypacket2:usd', trial: 0 }])
    buy('pack-120')
    expect(await screen.findByText('A purchase is being prepared. One moment.')).toBeTruthy()
    expect(sent).toHaveLength(1)
  })

  it('starts a trial of seven days', async () => {
    const { sent } = await show({ session: { status: -2 } })
    buy('pro-monthly', { isTrial: true })
    await waitFor(() => expect(sent).toEqual([{ price: 'price_600-month:usd', trial: 7 }]))
    await screen.findByRole('dialog', { name: 'You are already subscribed' })
  })

  it('loads the page again after the alert that the plan is active already', async () => {
    const { user } = await show({ session: { status: -2 } })
    buy('pro-monthly')
    const dialog = await screen.findByRole('dialog', { name: 'You are already subscribed' })
    expect(await axeViolations()).toEqual([])
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
    expect(reloadPage).toHaveBeenCalledOnce()
  })

  it('says in which currency the running plan is paid', async () => {
    await show({ session: { status: -6, data: { old_price_currency: 'EUR' } } })
    buy('unlimited-monthly')
    expect(dialogText(await screen.findByRole('dialog', { name: 'Another currency' }))).toContain('Your plan is paid in euros.')
  })

  it('is in the currency of the running plan, whatever the browser speaks', async () => {
    const { requests } = await show({ subscription: { subscription: { ...PRO_MONTHLY, currency: 'EUR' } } })
    expect(requests.filter((request) => request.includes('/prices'))).toEqual(['GET /membership/stripe/v2/prices?region=EU'])
  })

  it('is possible again after the prices could not be loaded', async () => {
    await show({ priceFailures: 1 })
    await waitFor(() => expect(offersStore.getState().offers?.prices).toBe('failed'))
    offersStore.getState().offers?.retryPrices()
    await waitFor(() => expect(offersStore.getState().offers?.prices).toBe('loaded'))
  })

  it('asks before a downgrade, and reloads with its flag', async () => {
    const subscription = { subscription: { ...PRO_MONTHLY, membership_type: 'unlimited' as const } }
    const { sent, user } = await show({ subscription, session: { status: -4 } })
    buy('pro-monthly')
    const question = await screen.findByRole('alertdialog', { name: 'Switch to Pro?' })
    expect(sent).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Change the plan' }))
    await waitFor(() => expect(reloadPage).toHaveBeenCalledWith({ buyflag: '3' }))
  })

  it('names the period when only that changes', async () => {
    const subscription = { ...PRO_MONTHLY, membership_type: 'unlimited', membership_flag: 'Yearly' } as const
    await show({ subscription: { subscription } })
    buy('unlimited-monthly')
    const question = await screen.findByRole('alertdialog', { name: 'Switch Unlimited to monthly?' })
    expect(dialogText(question)).toMatch(/You keep your plan until .+ Unlimited · Monthly begins then/)
  })

  it('warns somebody with an unlimited plan of a code who picks annual Pro', async () => {
    const { sent } = await show({}, { state: { user: { membership_type: 'unlimited' } } })
    buy('pro-yearly')
    await screen.findByRole('alertdialog', { name: 'Your plan already includes Pro' })
    expect(sent).toEqual([])
  })

  it('sends a subscriber of an app store to the app', async () => {
    const state = { user: { membership_type: 'pro' as const }, state: { is_subscribed: true, autorenew_status_ios: true } }
    const { sent } = await show({}, { state })
    buy('unlimited-monthly')
    await screen.findByRole('dialog', { name: 'Change your plan in the app' })
    expect(sent).toEqual([])
  })

  it('is blocked while a payment is open', async () => {
    const open = { subscription: { ...PRO_MONTHLY, open_invoice_url: 'https://pay.example/in' } }
    const { sent } = await show({ subscription: open })
    buy('unlimited-monthly')
    expect(await screen.findByText('A payment for your membership is still open.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('says that nothing was charged when the provider does not answer', async () => {
    await show({ refusal: refusals.unavailable.status })
    buy('pro-monthly')
    expect(await screen.findAllByText('This did not work. Nothing was charged.')).not.toHaveLength(0)
  })
})

describe('an upgrade (A§4)', () => {
  const upgrade = (change: BillingState = {}): BillingState => ({
    subscription: { subscription: PRO_MONTHLY },
    session: { status: -3, data: { preview_invoice: { ...PREVIEW, expires_at: Math.floor(Date.now() / 1000) + 600 } } },
    ...change,
  })

  it('shows every line of its price, how long it holds, and reloads with its flag when it is paid', async () => {
    const { user } = await show(upgrade())
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    expect(dialogText(dialog)).toMatch(/Pro · Monthly\$12\.90 a monthUnlimited · Annual\$278\.00 a year/)
    expect(dialogText(dialog)).toMatch(/Unlimited · Annual\$278\.00Unused part of Pro · Monthly−\$12\.90Due today\$265\.10/)
    expect(dialogText(dialog)).toContain('This amount holds for 10 minutes')
    expect(await axeViolations()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    await waitFor(() => expect(reloadPage).toHaveBeenCalledWith({ buyflag: '2' }))
  })

  it('names the period when only that changes', async () => {
    await show(upgrade())
    buy('pro-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Switch Pro to annual' })
    expect(dialogText(dialog)).toContain('Pro · Annual starts once paid.')
  })

  it('names the last day of a shorter month as that of the next charge', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-31T12:00:00Z'), toFake: ['Date'] })
    try {
      await show(upgrade({ subscription: { subscription: { ...PRO_MONTHLY, trial_end: 4_102_444_800 } } }))
      buy('unlimited-monthly')
      const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
      expect(dialogText(dialog)).toMatch(/Next charge \$29\.00 on February 28, 2026/)
    } finally {
      vi.useRealTimers()
    }
  })

  it('leads to the bank when it asks for a confirmation', async () => {
    const { user } = await show(upgrade({ invoiceStatus: 'open', bankUrl: 'https://pay.example/in_1' }))
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    await user.click(await within(dialog).findByRole('button', { name: 'Confirm with your bank' }))
    expect(openPage).toHaveBeenCalledWith('https://pay.example/in_1')
    expect(reloadPage).not.toHaveBeenCalled()
  })

  it('does not claim that nothing was charged when the answer is lost', async () => {
    const { user } = await show(upgrade({ upgradeRefusal: billingGlobalContract.upgrade.refusals.unavailable.status }))
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    expect(await screen.findAllByText(/It is not clear whether this worked/)).not.toHaveLength(0)
    expect(screen.queryByText(/Nothing was charged/)).toBeNull()
  })

  it('gives no other advice when it is not clear whether it worked', async () => {
    const { user } = await show(upgrade({ upgradeRefusal: 500 }))
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    const [toast] = await screen.findAllByText(/It is not clear whether this worked/)
    expect(toast?.textContent).toMatch(/You are never charged twice\.$/)
  })

  it('cannot be paid when its amount has expired', async () => {
    const expires_at = Math.floor(Date.now() / 1000) - 1
    await show(upgrade({ session: { status: -3, data: { preview_invoice: { ...PREVIEW, expires_at } } } }))
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    expect(within(dialog).getByRole('button', { name: 'Pay $265.10' }).getAttribute('aria-disabled')).toBe('true')
  })

  it.each(LOCALES)('has no missing text in %s', async (locale) => {
    const missing = vi.spyOn(console, 'error').mockImplementation(() => {})
    await show(upgrade(), { locale })
    buy('unlimited-yearly')
    expect(dialogText(await screen.findByRole('dialog'))).toMatch(/265[.,]10/)
    expect(missing).not.toHaveBeenCalled()
    missing.mockRestore()
  })
})

describe('the return from the page for paying (A§4)', () => {
  it.each([
    [1, 'Thank you'],
    [2, 'Upgraded'],
    [3, 'Your plan will change'],
    [4, 'Your trial has begun'],
    [5, 'Your trial has begun'],
    [-1, 'Minutes added'],
  ])('shows the notice of buy flag %d, and removes the query', async (flag, title) => {
    const session = flag === 2 || flag === 3 ? '' : '&session_id=cs_1'
    const { address } = await show({}, { path: `/member/purchase?from=x&buyflag=${flag}${session}` })
    await screen.findByRole('dialog', { name: title })
    expect(address()).toBe('/member/purchase?from=x')
  })

  it('names the plan with its period', async () => {
    const next = { membership_type: 'pro', membership_flag: 'Monthly', start_date: 4_102_444_800 } as const
    const own = { ...PRO_MONTHLY, membership_flag: 'Yearly' } as const
    const { unmount } = await show({ subscription: { subscription: own } }, { path: '/?buyflag=2' })
    expect(dialogText(await screen.findByRole('dialog', { name: 'Upgraded' }))).toContain('Pro · Annual is active now.')
    closeDialogs('purchaseNotice')
    unmount()
    await show({ subscription: { subscription: own, subscription_schedule: next } }, { path: '/?buyflag=3' })
    const notice = await screen.findByRole('dialog', { name: 'Your plan will change' })
    expect(dialogText(notice)).toContain('Pro · Monthly begins on')
  })

  it('keeps asking while the payment is not confirmed', async () => {
    const checkouts = [{ status: 'complete' as const, payment_status: 'unpaid' as const }]
    const { requests } = await show({ checkouts }, { path: '/?buyflag=1&session_id=cs_1' })
    expect(await screen.findByText('Your payment is not confirmed yet. This page keeps checking.')).toBeTruthy()
    expect(requests).toContain('GET /membership/stripe/v2/checkout-sessions/cs_1')
    expect(screen.queryByRole('dialog', { name: 'Thank you' })).toBeNull()
  })

  it('says when the card has had its trial', async () => {
    await show({ checkouts: [{ is_trial_refused: true }] }, { path: '/?buyflag=4&session_id=cs_1' })
    const dialog = await screen.findByRole('dialog', { name: 'No trial with this card' })
    expect(dialogText(dialog)).toContain('Nothing was charged.')
  })

  it('offers an abandoned trial once more, once per user', async () => {
    const trial = { can_claim: true, has_claimed: false, available_days: 7 }
    const options = { state: { trial }, path: '/?checkout=canceled&buyflag=5' }
    const { unmount } = await show({}, options)
    const dialog = await screen.findByRole('dialog', { name: 'The free trial is still available' })
    expect(dialogText(dialog)).toContain('then $12.90 a month unless you cancel')
    expect(await axeViolations()).toEqual([])
    closeDialogs('freeTrial')
    unmount()
    const { requests } = await show({}, options)
    await waitFor(() => expect(requests).toContain('GET /membership/free-trial/status'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says nothing about an abandoned purchase that is no trial', async () => {
    const { address } = await show({}, { path: '/?checkout=canceled&buyflag=1' })
    await waitFor(() => expect(address()).toBe('/'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

it('shows what the provider reports while the page is open, such as a plan that was canceled there (A§4)', async () => {
  const own = { subscription: PRO_MONTHLY }
  const { queries } = await show({ subscription: own })
  own.subscription = { ...PRO_MONTHLY, cancel_at_period_end: true }
  const apply = await billingGlobalFeature.live?.()
  apply?.(queries, { name: 'me', data: { id: '' } })
  await waitFor(() => expect(offersStore.getState().offers?.subscription).toMatchObject({ isCanceled: true }))
})
