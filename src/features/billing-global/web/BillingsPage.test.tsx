import { screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { type BillingState, mockBilling } from '#test/screens/mockBilling.ts'
import { renderMembership } from '#test/screens/renderMembership.tsx'
import { loadMessages } from '#test/screens/renderWithProviders.tsx'
import { BillingsPage } from './BillingsPage.tsx'

const NOVEMBER_20 = 1_795_161_600

afterEach(() => void vi.unstubAllGlobals())

async function show(payments: BillingState['payments'] = [], canBuy = true) {
  const { handlers } = mockBilling({ payments })
  const view = await renderMembership(
    <BillingsPage />,
    { state: { can_buy: canBuy }, handlers },
    { initialUrl: '/member/billings' },
  )
  await loadMessages('billing-global')
  return view
}

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
  expect(screen.getByRole('link', { name: 'Membership' }).getAttribute('href')).toBe('/member/index')
  expect(await axeViolations()).toEqual([])
})

it('leads to the overview where nothing can be bought', async () => {
  const { address } = await show([], false)
  await vi.waitFor(() => expect(address()).toBe('/member/index'))
})
