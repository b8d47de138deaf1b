import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { membershipFeature, offersStore, type ProductId } from '#features/membership/web.tsx'
import { LOCALES, type Locale } from '#shared/locales.ts'
import { seconds, unixSeconds } from '#shared/units.ts'
import { reloadPage } from '#browser/page/openPage.ts'
import { FeatureBackground } from '#ui/feature/FeatureBackground.tsx'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { FeatureScreen, WithMembership } from '#test/screens/FeatureScreen.tsx'
import { mockMembershipServer, type MembershipState } from '#test/screens/mockMembershipServer.ts'
import { mockQrBilling, type QrBillingState } from '#test/screens/mockQrBilling.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { signInAs } from '#test/screens/signInAs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { billingChinaFeature } from '../web.tsx'

vi.mock('#browser/page/openPage.ts', { spy: true })

type Options = { state?: MembershipState['state']; locale?: Locale }

async function show(billing: QrBillingState = {}, { state, locale }: Options = {}) {
  const mock = mockQrBilling(billing)
  mockMembershipServer({ state: { can_buy: true, ...state }, handlers: mock.handlers })
  signInAs('u1')
  await loadMessages('membership', 'billing-china')
  const { page } = withRouter(
    <WithMembership>
      <FeatureScreen features={[billingChinaFeature, membershipFeature]}>
        <FeatureBackground />
      </FeatureScreen>
    </WithMembership>,
    '/',
  )
  const view = await renderWithProviders(page, locale ? { locale } : {})
  await vi.waitUntil(() => offersStore.getState().offers !== undefined, { timeout: 5000 })
  return { ...view, ...mock }
}

const buy = (product: ProductId, options?: { isConfirmed?: boolean }) =>
  act(() => offersStore.getState().offers?.buy(product, options))
/** Lets time pass in steps of a second. */
async function wait(n: number): Promise<void> {
  for (let second = 0; second < n; second++) await act(() => vi.advanceTimersByTimeAsync(seconds(1)))
}

beforeEach(() => {
  vi.mocked(reloadPage)
    .mockReset()
    .mockImplementation(() => {})
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  closeDialogs('qrPayment', 'qrQuestion', 'qrNotice')
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

async function openPayment(product: ProductId = 'pack-600') {
  buy(product)
  const dialog = await screen.findByRole('dialog')
  const tick = async () => act(async () => within(dialog).getByRole('checkbox').click())
  return { dialog, tick }
}

describe('a QR code (A§4)', () => {
  it('is shown after the terms are accepted, and followed until it is paid', async () => {
    const { sent } = await show({ statuses: ['pending', 'paid'] })
    const { dialog, tick } = await openPayment()
    expect(dialog.textContent).toContain('¥39.00')
    expect(within(dialog).getByText('Read and accept the terms below first')).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    expect(sent).toEqual([])
    await tick()
    expect(await within(dialog).findByRole('img', { name: 'QR code to pay with WeChat Pay' })).toBeTruthy()
    expect(sent).toEqual([{ sku: 'hourlypacket2-cny', platform: 'wechatpay', amount: 3900 }])
    expect(within(dialog).getByText(/^Scan with WeChat Pay\. Expires in (1:00|0:59)\.$/)).toBeTruthy()
    expect(await axeViolations()).toEqual([])
    await wait(3)
    expect(reloadPage).not.toHaveBeenCalled()
    await wait(4)
    await waitFor(() => expect(reloadPage).toHaveBeenCalled())
  })

  it('expires after a minute, and is refreshed by another one', async () => {
    const { sent } = await show()
    const { dialog, tick } = await openPayment()
    await tick()
    await within(dialog).findByRole('img')
    await wait(61)
    expect(await within(dialog).findByText('The QR code has expired')).toBeTruthy()
    expect(dialog.textContent).toContain('It counts as soon as it arrives')
    expect(dialog.textContent).not.toMatch(/not charged/i)
    expect(await axeViolations()).toEqual([])
    await act(async () => within(dialog).getByRole('button', { name: 'Refresh' }).click())
    expect(await within(dialog).findByRole('img')).toBeTruthy()
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['create_failed', [], 'The QR code could not be fetched'],
    ['pending', ['failed'], 'The payment failed'],
  ] as const)('that is %s, then %j, can be fetched again', async (code, statuses, text) => {
    const { sent } = await show({ codes: [code, 'pending'], statuses: [...statuses, 'pending'] })
    const { dialog, tick } = await openPayment()
    await tick()
    await wait(4)
    expect(await within(dialog).findByText(text)).toBeTruthy()
    await act(async () =>
      within(dialog)
        .getByRole('button', { name: /Refresh|Try again/ })
        .click(),
    )
    expect(await within(dialog).findByRole('img')).toBeTruthy()
    expect(sent).toHaveLength(2)
  })

  it('is found to be paid also after it has expired on the page', async () => {
    await show({ statuses: [...Array<'pending'>(22).fill('pending'), 'paid'] })
    const { tick } = await openPayment()
    await tick()
    await wait(61)
    expect(await screen.findByText('The QR code has expired')).toBeTruthy()
    await wait(12)
    expect(vi.mocked(reloadPage)).toHaveBeenCalledTimes(1)
  })

  it('says what went wrong when the server does not answer', async () => {
    await show({ isUnreachable: true })
    const { dialog, tick } = await openPayment()
    await tick()
    expect(await within(dialog).findByText('The QR code could not be fetched')).toBeTruthy()
  })

  it('is another one for another channel, and is gone with the tick and with the dialog', async () => {
    const { sent, asked } = await show()
    const { dialog, tick } = await openPayment()
    await tick()
    await within(dialog).findByRole('img')
    await act(async () => within(dialog).getByRole('radio', { name: 'Alipay' }).click())
    expect(await within(dialog).findByRole('img', { name: 'QR code to pay with Alipay' })).toBeTruthy()
    expect(sent.map(({ platform }) => platform)).toEqual(['wechatpay', 'alipay'])
    await tick()
    expect(within(dialog).queryByRole('img')).toBeNull()
    await tick()
    await within(dialog).findByRole('img')
    await act(async () => within(dialog).getByRole('button', { name: 'Close' }).click())
    const before = asked()
    await wait(10)
    expect(asked()).toBe(before)
  })

  it('is the only one: another click says so (A§5)', async () => {
    await show()
    await openPayment()
    buy('pack-120')
    expect(await screen.findByText('A payment is in progress. Finish or close it first.')).toBeTruthy()
  })

  it('offers only what the server lists (A§6)', async () => {
    await show({ pricing: { pay_methods: ['alipay'] } })
    const { dialog, tick } = await openPayment()
    expect(within(dialog).queryByRole('radio')).toBeNull()
    await tick()
    expect(await within(dialog).findByRole('img', { name: 'QR code to pay with Alipay' })).toBeTruthy()
  })

  it.each(LOCALES)('has no missing text in %s', async (locale) => {
    const missing = vi.spyOn(console, 'error').mockImplementation(() => {})
    await show({}, { locale })
    const { dialog, tick } = await openPayment('pro-yearly')
    await tick()
    await within(dialog).findByRole('img')
    expect(dialog.textContent).toMatch(/298[.,]00/)
    expect(missing).not.toHaveBeenCalled()
    missing.mockRestore()
  })
})

describe('a purchase (A§4, A§5)', () => {
  const current = {
    sub_id: 's1',
    uniq_name: '600-month-web',
    product_id: '600-month-web',
    sku_id: '600-month-web-cny',
    pay_platform: 'alipay' as const,
    is_current: true as const,
    price: 3200,
    expire_time: 4_102_444_800,
    renews: true,
    next: null,
  }
  const change = {
    amount: 4800,
    credit: 1600,
    start_time: unixSeconds(new Date('2026-12-01')),
    end_time: unixSeconds(new Date('2027-04-18')),
  }

  it('of a higher plan is confirmed with its amount', async () => {
    await show({ pricing: { current, change_details: { 'unlimited-month-web': { ...change, change_type: 'upgrade' } } } })
    buy('unlimited-monthly')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toMatch(/You pay ¥48\.00: ¥16\.00 of your current plan is deducted/)
    await act(async () => within(question).getByRole('button', { name: 'Pay ¥48.00' }).click())
    expect((await screen.findByRole('dialog')).textContent).toContain('¥48.00')
  })

  it('of a higher plan costs what was confirmed, which was read a moment before', async () => {
    const change_details = { 'unlimited-month-web': { ...change, change_type: 'upgrade' as const } }
    const { sent, setPricing } = await show({ pricing: { current, change_details } })
    setPricing({ current, change_details: { 'unlimited-month-web': { ...change_details['unlimited-month-web'], amount: 4900 } } })
    await wait(61)
    buy('unlimited-monthly')
    const question = await screen.findByRole('alertdialog')
    setPricing({ current, change_details })
    await act(async () => within(question).getByRole('button', { name: 'Pay ¥49.00' }).click())
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('to April 18, 2027')
    await act(async () => within(dialog).getByRole('checkbox').click())
    await waitFor(() =>
      expect(sent).toMatchObject([{ sku: 'unlimited-month-web-cny', amount: 6400, changeAmount: 4900, changeType: 'upgrade' }]),
    )
  })

  it('of a lower plan is confirmed with its day, and nothing is to be paid now', async () => {
    await show({ pricing: { current, change_details: { '600-year-web': { ...change, change_type: 'downgrade' } } } })
    buy('pro-yearly')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toMatch(/Nothing is charged before/)
    await act(async () => within(question).getByRole('button', { name: 'Change the plan' }).click())
    expect((await screen.findByRole('dialog')).textContent).toContain('¥0.00')
  })

  it('by a user who pays through the app store is made in the app', async () => {
    await show({}, { state: { autorenew_status_ios: true } })
    buy('pro-yearly')
    expect(await screen.findByRole('dialog', { name: 'Change it in the app' })).toBeTruthy()
  })

  it('is confirmed by a notice after the page has been loaded again, once', async () => {
    sessionStorage.setItem('earshot_order', JSON.stringify({ value: 'upgrade', expires: null }))
    await show()
    expect(await screen.findByRole('dialog', { name: 'Upgraded' })).toBeTruthy()
    expect(sessionStorage.getItem('earshot_order')).toBeNull()
  })
})
