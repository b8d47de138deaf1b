import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { membershipStates } from '#test/screens/membershipStates.ts'
import { renderMembership } from '#test/screens/renderMembership.tsx'
import { BillingsPage } from '../BillingsPage.tsx'
import { PurchasePage } from './PurchasePage.tsx'
import { type Offers, OffersContext, type ProductId, formatPrice, monthlyEquivalent } from './prices.ts'

/** The time of these tests. */
const NOW = Date.parse('2026-11-20T08:00:00Z')
const states = membershipStates(NOW / 1000)

const bought: ProductId[] = []
const OFFERS: Offers = {
  currency: 'USD',
  amounts: {
    'pro-yearly': 11_880,
    'pro-monthly': 1290,
    'unlimited-yearly': 27_800,
    'unlimited-monthly': 2900,
    'pack-120': 480,
    'pack-600': 1800,
    'pack-3000': 7500,
    'pack-6000': 12_000,
  },
  buy: (product) => bought.push(product),
}
const withOffers = (page: ReactNode) => <OffersContext value={OFFERS}>{page}</OffersContext>
const textOf = async (name: string) => (await screen.findByRole('region', { name })).textContent ?? ''

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  bought.length = 0
})

describe('prices (A§9)', () => {
  it('have two decimals, in Japan none, and a minute has four', () => {
    const inYen = { ...OFFERS, currency: 'JPY' }
    expect(formatPrice('en_US', OFFERS, 11_880)).toBe('$118.80')
    expect(formatPrice('en_US', inYen, 1200)).toBe('¥1,200')
    expect(formatPrice('en_US', OFFERS, 480 / 120, 4)).toBe('$0.0400')
    expect(formatPrice('en_US', undefined, 480)).toBe('--')
  })

  it('of a year are a twelfth a month, rounded up to one decimal', () => {
    expect(monthlyEquivalent('USD', 11_880)).toBe(990)
    expect(monthlyEquivalent('USD', 27_800)).toBe(2320)
    expect(monthlyEquivalent('JPY', 10_000)).toBeCloseTo(833.4)
  })
})

describe('/member/purchase', () => {
  it.each(['/member/purchase', '/member/billings'])(
    'leads to the overview where nothing can be bought: %s',
    async (initialUrl) => {
      const { address } = await renderMembership(
        initialUrl.endsWith('billings') ? <BillingsPage /> : <PurchasePage />,
        {},
        { initialUrl },
      )
      await waitFor(() => expect(address()).toBe('/member/index'))
      expect(screen.queryByRole('heading')).toBeNull()
    },
  )

  it('shows dashes without prices, and buttons that say why they do nothing', async () => {
    await renderMembership(<PurchasePage />, states.starter_with_billing)
    expect(await textOf('Starter')).toMatch(/^StarterYour plan0Free, with every accountYour plan300 minutes/)
    expect(await textOf('Pro')).toMatch(
      /^Pro-- a month-- billed once a yearChoose Pro.*1,200 minutes.*Everything in Starter.*Professional templates/,
    )
    expect(await textOf('Unlimited')).toMatch(/^UnlimitedSave 70--/)
    expect(await textOf('Extra minutes')).toContain('120 minutes2\u00a0h-- · --/min')
    for (const button of screen.getAllByRole('button', { name: /^(Choose|Buy) / })) {
      expect(button.getAttribute('aria-disabled')).toBe('true')
      expect(document.getElementById(button.getAttribute('aria-describedby')!)?.textContent).toMatch(/no prices/)
    }
    expect(await axeViolations()).toEqual([])
  })

  it('shows the prices of a year or of a month, and buys', async () => {
    const { user } = await renderMembership(withOffers(<PurchasePage />), states.trial)
    expect(await textOf('Pro')).toMatch(/^ProIn trial · 5 days left\$9\.90 a month\$118\.80 billed once a yearYour plan/)
    expect(await textOf('Unlimited')).toMatch(/^UnlimitedSave \$70\$23\.20 a month\$278\.00 billed once a year/)
    expect(document.body.textContent).toContain('Prices in US Dollar')
    await user.click(screen.getByRole('radio', { name: 'Monthly' }))
    expect(await textOf('Unlimited')).toMatch(/^Unlimited\$29\.00 a monthBilled every month/)
    expect(await textOf('Extra minutes')).toContain('$120.00 · $0.0200/min')
    await user.click(screen.getByRole('button', { name: 'Choose Unlimited' }))
    await user.click(screen.getByRole('button', { name: 'Buy 600 minutes' }))
    expect(bought).toEqual(['unlimited-monthly', 'pack-600'])
    expect(await axeViolations()).toEqual([])
  })

  it('lists the features of starter in a tooltip', async () => {
    const { user } = await renderMembership(<PurchasePage />, states.starter_with_billing)
    await user.hover(
      within(await screen.findByRole('region', { name: 'Pro' })).getByRole('button', { name: 'Everything in Starter' }),
    )
    await waitFor(() => expect(screen.getAllByText('27+ export formats')).toHaveLength(2))
  })

  it('compares the plans by the table of rights (A§6)', async () => {
    await renderMembership(<PurchasePage />, states.starter_with_billing)
    const table = await screen.findByRole('table', { name: 'Compare plans' })
    const cells = (name: string) =>
      within(
        within(table)
          .getByRole('rowheader', { name: new RegExp(`^${name}`) })
          .closest('tr')!,
      )
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cells('Minutes a month')).toEqual(['300', '1,200', 'Unlimited'])
    expect(cells('Languages')).toEqual(['112', '112', '112'])
    expect(cells('Ask AI')).toEqual(['Not included', 'Included', 'Included'])
    expect(cells('Template community')).toEqual(['Not included', 'Included', 'Included'])
    expect(cells('Professional templates')).toEqual(['Not included', 'Included', 'Included'])
    for (const name of ['Professional templates', 'Template community', 'Your own templates'])
      expect(within(table).getByRole('rowheader', { name: new RegExp(`^${name}`) }).textContent).not.toContain('planned')
    expect(cells('Export formats')).toEqual(['27+', '27+', '27+'])
  })

  it('shows the packs for an event whose type ends in _hour', async () => {
    const scrolled: string[] = []
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      scrolled.push(this.id)
    }
    await renderMembership(<PurchasePage />, states.trial, { initialUrl: '/member/purchase?from=quota_hour' })
    await waitFor(() => expect(scrolled).toEqual(['hours']))
    expect(document.activeElement?.id).toBe('hours')
  })
})

describe('/member/billings', () => {
  it('is empty until something is paid', async () => {
    await renderMembership(<BillingsPage />, states.trial)
    expect(await screen.findByText('No payments yet.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Membership' }).getAttribute('href')).toBe('/member/index')
    expect(await axeViolations()).toEqual([])
  })
})
