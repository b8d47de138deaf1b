import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { membershipStates } from '#test/screens/membershipStates.ts'
import { renderMembership } from '#test/screens/renderMembership.tsx'
import { PurchasePage } from './PurchasePage.tsx'
import { type Offers, offersStore } from '../../offers/offersStore.ts'
import { formatPrice, monthlyEquivalent } from '../../offers/products.ts'
import { planState } from './planState.ts'

/** The time of these tests. */
const NOW = Date.parse('2026-11-20T08:00:00Z')
const states = membershipStates(NOW / 1000)

const bought: string[] = []
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
  discounts: { 'pro-yearly': 23, 'unlimited-yearly': 20 },
  subscription: null,
  busy: null,
  buy: (product, { isTrial = false } = {}) => bought.push(isTrial ? `${product} as a trial` : product),
  openPortal: undefined,
}
const SUBSCRIPTION = {
  plan: 'pro-yearly',
  amount: 11_880,
  currency: 'USD',
  periodEnd: NOW / 1000 + 300 * 86_400,
  trialEnd: null,
  isCanceled: false,
  next: null,
  openInvoiceUrl: null,
} as const
const offer = (change: Partial<Offers> = {}) => offersStore.setState({ offers: { ...OFFERS, ...change } })
const textOf = async (name: string) => (await screen.findByRole('region', { name })).textContent ?? ''

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  bought.length = 0
  offersStore.setState({ offers: undefined })
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
  it('shows plans, the comparison and seven questions without prices where nothing can be bought', async () => {
    const { address } = await renderMembership(<PurchasePage />, {}, { initialUrl: '/member/purchase' })
    expect(await textOf('Pro')).toMatch(/^Pro1,200 minutes/)
    expect(address()).toBe('/member/purchase')
    expect(screen.getByRole('table', { name: 'Compare plans' })).toBeTruthy()
    expect(document.querySelectorAll('summary')).toHaveLength(7)
    expect(screen.queryByRole('button', { name: /^(Choose|Buy) / })).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(document.body.textContent).not.toContain('--')
    expect(await axeViolations()).toEqual([])
  })

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
    offer({ subscription: { ...SUBSCRIPTION, trialEnd: NOW / 1000 + 5 * 86_400 } })
    const { user } = await renderMembership(<PurchasePage />, states.trial)
    expect(await textOf('Pro')).toMatch(
      /^ProIn trial · 5 days left\$9\.90 a month\$118\.80 billed once a year instead of \$154\.80Your plan/,
    )
    expect(await textOf('Unlimited')).toMatch(/^UnlimitedSave \$70\$23\.20 a month\$278\.00 billed once a year/)
    expect(document.body.textContent).toContain('Prices in US Dollar')
    await user.click(screen.getByRole('radio', { name: 'Monthly' }))
    expect(await textOf('Unlimited')).toMatch(/^Unlimited\$29\.00 a monthBilled every month/)
    expect(await textOf('Extra minutes')).toContain('$120.00 · $0.0200/min')
    await user.click(screen.getByRole('button', { name: 'Upgrade to Unlimited' }))
    await user.click(screen.getByRole('button', { name: 'Switch to monthly' }))
    await user.click(screen.getByRole('button', { name: 'Buy 600 minutes' }))
    expect(bought).toEqual(['unlimited-monthly', 'pro-monthly', 'pack-600'])
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

describe('what can be done about a plan (A§4, A§5)', () => {
  const member = { membership_type: 'pro', expire_time: NOW / 1000 + 86_400, is_free_trial_now: false } as const
  const ask = (plan: 'starter' | 'pro' | 'unlimited', period: 'yearly' | 'monthly', change: object = {}) =>
    planState({
      ...{ plan, period, membership: member, canClaimTrial: false },
      offers: { subscription: { ...SUBSCRIPTION, ...change } },
    })

  it('is nothing for the running plan and for starter', () => {
    expect(ask('pro', 'yearly')).toEqual({ kind: 'current' })
    expect(ask('starter', 'yearly')).toEqual({ kind: 'included' })
  })

  it('is an upgrade to a higher plan or a longer period, and a downgrade otherwise', () => {
    expect(ask('unlimited', 'monthly')).toMatchObject({ kind: 'upgrade', samePlan: false })
    expect(ask('pro', 'monthly')).toMatchObject({ kind: 'downgrade', samePlan: true })
    expect(ask('pro', 'yearly', { plan: 'pro-monthly' })).toMatchObject({ kind: 'upgrade', samePlan: true })
    expect(ask('pro', 'yearly', { plan: 'unlimited-monthly' })).toMatchObject({ kind: 'downgrade', samePlan: false })
  })

  it('is waiting for a plan that is scheduled, and keeping the one that runs', () => {
    const next = { plan: 'pro-monthly', startsAt: 1 }
    expect(ask('pro', 'monthly', { next })).toEqual({ kind: 'scheduled', startsAt: 1 })
    expect(ask('pro', 'yearly', { next })).toEqual({ kind: 'keep', product: 'pro-yearly' })
  })

  it('is choosing one without a subscription, also one that ends by itself, as a trial where it can be claimed', () => {
    const choose = (plan: 'pro' | 'unlimited', membership: object = member) =>
      planState({
        ...{ plan, period: 'monthly', canClaimTrial: true, offers: { subscription: null } },
        membership: { ...member, ...membership },
      })
    expect(choose('pro')).toEqual({ kind: 'choose', product: 'pro-monthly', canTry: true })
    expect(choose('unlimited')).toEqual({ kind: 'choose', product: 'unlimited-monthly', canTry: false })
    expect(choose('pro', { expire_time: 0 })).toEqual({ kind: 'current' })
  })
})
