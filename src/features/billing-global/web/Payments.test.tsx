import type { AnyRoute } from '@tanstack/react-router'
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { type BillingState, mockBilling } from '#test/screens/mockBilling.ts'
import { MEMBERSHIP_OFFERS, PRO_YEARLY } from '#test/screens/membershipOffers.ts'
import { renderMembership } from '#test/screens/renderMembership.tsx'
import { membershipFeature, offersStore } from '#features/membership/web.tsx'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'

const NOVEMBER_20 = 1_795_161_600

const routes: readonly AnyRoute[] = membershipFeature.routes
const Page = routes.find(({ options }) => 'path' in options && options.path === 'member/billings')!.options.component!
const Payments = lazyComponent(withNamespace('billing-global', async () => (await import('./Payments.tsx')).Payments))
const OFFERS = { ...MEMBERSHIP_OFFERS, Payments }

afterEach(() => {
  vi.unstubAllGlobals()
  offersStore.setState({ offers: undefined })
})

async function show(payments: BillingState['payments'] = [], canBuy = true) {
  const { handlers } = mockBilling({ payments })
  offersStore.setState({ offers: OFFERS })
  return renderMembership(<Page />, { state: { can_buy: canBuy }, handlers }, { initialUrl: '/member/billings' })
}

it('waits for its words', async () => {
  const missing = vi.spyOn(console, 'error').mockImplementation(() => {})
  await show([{ id: 'in_1', name: null, amount: 1290, currency: 'USD', status: 'paid', at: NOVEMBER_20, url: null }])
  expect((await screen.findByRole('listitem')).textContent).toMatch(/^Payment/)
  expect(missing).not.toHaveBeenCalled()
  missing.mockRestore()
})

it('lists what was paid, with the invoice and what went back (A§2)', async () => {
  const common = { currency: 'USD', at: NOVEMBER_20 }
  await show([
    { ...common, id: 'in_2', name: 'unlimited-year', amount: 26_510, status: 'open', url: 'https://pay.example/in_2' },
    { ...common, id: 'cs_1', name: 'hourlypacket2', amount: 1800, status: 'refunded', url: null },
    { ...common, id: 'in_1', name: '600-month', amount: 1290, currency: 'JPY', status: 'paid', url: null },
  ])
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Unlimited · AnnualNovember 20, 2026Open$265.10Invoice',
    '600 minutesNovember 20, 2026Refunded$18.00',
    'Pro · MonthlyNovember 20, 2026¥1,290',
  ])
  const link = within(rows[0]!).getByRole('link', { name: 'Invoice: Unlimited · Annual, November 20, 2026' })
  expect(link.getAttribute('href')).toBe('https://pay.example/in_2')
  expect(await axeViolations()).toEqual([])
})

it('is empty until something is paid', async () => {
  await show()
  expect(await screen.findByText('No payments yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Compare plans' }).getAttribute('href')).toBe('/member/purchase?from=billings')
  expect(screen.getByRole('link', { name: 'Membership' }).getAttribute('href')).toBe('/member/index')
  expect(await axeViolations()).toEqual([])
})

it('leads to an open payment', async () => {
  await show()
  act(() =>
    offersStore.setState({
      offers: { ...OFFERS, subscription: { ...PRO_YEARLY, openInvoiceUrl: 'https://pay.example/in_1' } },
    }),
  )
  expect((await screen.findByRole('link', { name: 'Pay now' })).getAttribute('href')).toBe('https://pay.example/in_1')
})

it('is open to everyone, and says so where nothing is sold (A§2)', async () => {
  const { address } = await show([], false)
  expect(await screen.findByText('There are no payments: nothing is sold on this server.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Payment history' })).toBeTruthy()
  expect(address()).toBe('/member/billings')
  expect(await axeViolations()).toEqual([])
})
