import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { offersStore } from '#features/membership/web.tsx'
import { openPage, reloadPage } from '#browser/page/openPage.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { PRO_MONTHLY } from '#test/screens/mockBilling.ts'
import { buy, dialogText, renderBilling, reportChange, resetBilling } from '#test/screens/renderBilling.tsx'
import { billingGlobalContract } from '../contract.ts'

vi.mock('#browser/page/openPage.ts', { spy: true })

const { refusals } = billingGlobalContract.checkSessions
const CHECKOUT = { session: { data: { checkout_session: { id: 'cs_1', url: 'https://pay.example/cs_1' } } } }

beforeEach(() => {
  vi.mocked(openPage)
    .mockReset()
    .mockImplementation(() => {})
  vi.mocked(reloadPage)
    .mockReset()
    .mockImplementation(() => {})
})
afterEach(resetBilling)

describe('a purchase (A§4)', () => {
  it('leads to the page for paying, with the price that was shown', async () => {
    const { sent } = await renderBilling(CHECKOUT)
    buy('pack-600')
    await waitFor(() => expect(openPage).toHaveBeenCalledWith('https://pay.example/cs_1'))
    expect(sent).toEqual([{ price: 'price_hourlypacket2:usd', trial: 0 }])
    buy('pack-120')
    expect(await screen.findByText('A purchase is being prepared. One moment.')).toBeTruthy()
    expect(sent).toHaveLength(1)
  })

  it('starts a trial of seven days', async () => {
    const { sent } = await renderBilling({ session: { status: -2 } })
    buy('pro-monthly', { isTrial: true })
    await waitFor(() => expect(sent).toEqual([{ price: 'price_600-month:usd', trial: 7 }]))
    await screen.findByRole('dialog', { name: 'You are already subscribed' })
  })

  it('loads the page again after the alert that the plan is active already (A§8)', async () => {
    const { user } = await renderBilling({ session: { status: -2 } })
    buy('pro-monthly')
    const dialog = await screen.findByRole('dialog', { name: 'You are already subscribed' })
    expect(await axeViolations()).toEqual([])
    await user.click(within(dialog).getAllByRole('button', { name: 'Close' }).at(-1)!)
    expect(reloadPage).toHaveBeenCalledOnce()
  })

  it('says in which currency the running plan is paid (A§8)', async () => {
    const session = { status: -6, data: { old_price_currency: 'EUR' } }
    await renderBilling({ session, subscription: { subscription: PRO_MONTHLY } })
    buy('unlimited-monthly')
    expect(dialogText(await screen.findByRole('dialog', { name: 'Another currency' }))).toContain('Your plan is paid in euros.')
  })

  it('says in which currency credit is left when no plan runs', async () => {
    await renderBilling({ session: { status: -6, data: { old_price_currency: 'EUR' } } })
    buy('unlimited-monthly')
    const text = dialogText(await screen.findByRole('dialog', { name: 'Another currency' }))
    expect(text).toContain('You still have credit in euros. Until it is used up, you can only pay in that currency.')
    expect(text).not.toContain('Your plan')
  })

  it('is in the currency of the running plan, whatever the browser speaks', async () => {
    const { requests } = await renderBilling({ subscription: { subscription: { ...PRO_MONTHLY, currency: 'EUR' } } })
    expect(requests.filter((request) => request.includes('/prices'))).toEqual(['GET /membership/stripe/v2/prices?region=EU'])
  })

  it('is possible again after the prices could not be loaded', async () => {
    await renderBilling({ priceFailures: 1 })
    await waitFor(() => expect(offersStore.getState().offers?.prices).toBe('failed'))
    offersStore.getState().offers?.retryPrices()
    await waitFor(() => expect(offersStore.getState().offers?.prices).toBe('loaded'))
  })

  it('asks before a downgrade, and reloads with its flag', async () => {
    const subscription = { subscription: { ...PRO_MONTHLY, membership_type: 'unlimited' as const } }
    const { sent, user } = await renderBilling({ subscription, session: { status: -4 } })
    buy('pro-monthly')
    const question = await screen.findByRole('alertdialog', { name: 'Switch to Pro?' })
    expect(sent).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Change the plan' }))
    await waitFor(() => expect(reloadPage).toHaveBeenCalledWith({ buyflag: '3' }))
  })

  it('names the period when only that changes', async () => {
    const subscription = { ...PRO_MONTHLY, membership_type: 'unlimited', membership_flag: 'Yearly' } as const
    await renderBilling({ subscription: { subscription } })
    buy('unlimited-monthly')
    const question = await screen.findByRole('alertdialog', { name: 'Switch Unlimited to monthly?' })
    expect(dialogText(question)).toMatch(/You keep your plan until .+ Unlimited · Monthly begins then/)
  })

  it.each([
    ['unlimited', 'pro-yearly', 'Pro', 'Unlimited'],
    ['unlimited', 'pro-monthly', 'Pro', 'Unlimited'],
    ['backer', 'pro-monthly', 'Pro', 'Backer'],
    ['backer', 'unlimited-yearly', 'Unlimited', 'Backer'],
  ] as const)('asks a %s user without a subscription who chooses %s', async (membership_type, product, plan, own) => {
    const { sent, user } = await renderBilling({ session: { status: -2 } }, { state: { user: { membership_type } } })
    buy(product)
    const question = await screen.findByRole('alertdialog', { name: `Your plan already includes ${plan}` })
    expect(dialogText(question)).toContain(
      `You have ${own}, which includes everything in ${plan}. ${plan} would begin today and be paid from today, but you would not notice it while ${own} runs.`,
    )
    expect(sent).toEqual([])
    await user.click(within(question).getByRole('button', { name: `Buy ${plan} anyway` }))
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('asks before a trial that would pass unnoticed', async () => {
    const { sent, user } = await renderBilling({ session: { status: -2 } }, { state: { user: { membership_type: 'unlimited' } } })
    buy('pro-monthly', { isTrial: true })
    const question = await screen.findByRole('alertdialog', { name: 'Your plan already includes Pro' })
    expect(dialogText(question)).toContain('The trial would begin today, but you would not notice it while Unlimited runs.')
    await user.click(within(question).getByRole('button', { name: 'Start the trial anyway' }))
    await waitFor(() => expect(sent).toEqual([{ price: 'price_600-month:usd', trial: 7 }]))
  })

  it('sends a subscriber of an app store to the app', async () => {
    const state = { user: { membership_type: 'pro' as const }, state: { is_subscribed: true, autorenew_status_ios: true } }
    const { sent } = await renderBilling({}, { state })
    buy('unlimited-monthly')
    await screen.findByRole('dialog', { name: 'Change your plan in the app' })
    expect(sent).toEqual([])
  })

  it('is blocked while a payment is open', async () => {
    const open = { subscription: { ...PRO_MONTHLY, open_invoice_url: 'https://pay.example/in' } }
    const { sent } = await renderBilling({ subscription: open })
    buy('unlimited-monthly')
    expect(await screen.findByText('A payment for your membership is still open.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('says that nothing was charged when the provider does not answer', async () => {
    await renderBilling({ refusal: refusals.unavailable.status })
    buy('pro-monthly')
    expect(await screen.findAllByText('This did not work. Nothing was charged.')).not.toHaveLength(0)
  })
})

it('shows what the provider reports while the page is open, such as a plan that was canceled there (A§4)', async () => {
  const own = { subscription: PRO_MONTHLY }
  const { queries } = await renderBilling({ subscription: own })
  own.subscription = { ...PRO_MONTHLY, cancel_at_period_end: true }
  await reportChange(queries)
  await waitFor(() => expect(offersStore.getState().offers?.subscription).toMatchObject({ isCanceled: true }))
})
