import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { membershipStates } from '#test/screens/membershipStates.ts'
import { MEMBERSHIP_OFFERS, PRO_YEARLY, WITHOUT_PRICES } from '#test/screens/membershipOffers.ts'
import { renderMembership } from '#test/screens/renderMembership.tsx'
import { PurchasePage } from './PurchasePage.tsx'
import { type Offers, offersStore } from '../../offers/offersStore.ts'
import { formatCurrencyName, formatPrice, monthlyEquivalent } from '../../offers/products.ts'
import { planState } from './planState.ts'
import type { MembershipState } from '#test/screens/mockMembershipServer.ts'
import type { Locale } from '#shared/locales.ts'

const renderPage = (state: MembershipState = {}, options: { initialUrl?: string; locale?: Locale } = {}) =>
  renderMembership(<PurchasePage />, state, { initialUrl: '/member/purchase', ...options })

/** The time of these tests. */
const NOW = Date.parse('2026-11-20T08:00:00Z')
const states = membershipStates(NOW / 1000)

const bought: string[] = []
const OFFERS: Offers = {
  ...MEMBERSHIP_OFFERS,
  buy: (product, { isTrial = false } = {}) => bought.push(isTrial ? `${product} as a trial` : product),
}
const offer = (change: Partial<Offers> = {}) => offersStore.setState({ offers: { ...OFFERS, ...change } })
const textOf = async (name: string) => (await screen.findByRole('region', { name })).textContent ?? ''

/** Why the buttons that buy something do nothing. */
const reasonsOfButtons = () =>
  new Set(
    screen
      .getAllByRole('button', { name: /^(Choose|Buy) / })
      .map((button) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent),
  )

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
    expect(monthlyEquivalent('JPY', 10_000)).toBe(834)
    expect(monthlyEquivalent('JPY', 41_200)).toBe(3434)
  })

  it('name their currency as after "in"', () => {
    expect(formatCurrencyName('en_US', 'USD')).toBe('US dollars')
    expect(formatCurrencyName('fr_FR', 'GBP')).toBe('livres sterling')
    expect(formatCurrencyName('zh_CN', 'EUR')).toBe('欧元')
  })
})

describe('/member/purchase (A§2)', () => {
  it('shows plans, the comparison and seven questions without prices where nothing can be bought', async () => {
    const { address } = await renderPage()
    expect(await textOf('Pro')).toMatch(/^Pro1,200 minutes/)
    expect(address()).toBe('/member/purchase')
    expect(screen.getByRole('table', { name: 'Compare plans' })).toBeTruthy()
    expect(document.querySelectorAll('summary')).toHaveLength(7)
    expect(screen.queryByRole('button', { name: /^(Choose|Buy) / })).toBeNull()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(document.body.textContent).not.toContain('--')
    expect(await axeViolations()).toEqual([])
  })

  it('says that prices cannot be loaded, with dashes and a way to try again', async () => {
    const retryPrices = vi.fn<() => void>()
    offer({ ...WITHOUT_PRICES, prices: 'failed', retryPrices })
    const { user } = await renderPage(states.starter_with_billing)
    expect(await textOf('Pro')).toMatch(
      /^Pro-- a month-- billed once a yearChoose Pro.*1,200 minutes.*Everything in Starter.*Professional templates/,
    )
    expect(await textOf('Starter')).toMatch(/^StarterYour planFree, with every accountYour plan300 minutes/)
    expect(await textOf('Unlimited')).toMatch(/^UnlimitedSave ----/)
    expect(await textOf('Extra minutes')).toContain('120 minutes2\u00a0h-- · --/min')
    expect(reasonsOfButtons()).toEqual(new Set(['The prices could not be loaded.']))
    expect(await axeViolations()).toEqual([])
    await user.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Try again' }))
    expect(retryPrices).toHaveBeenCalledOnce()
  })

  it('is quiet while prices are loading, and says when the server has none', async () => {
    offer({ ...WITHOUT_PRICES, prices: 'loading' })
    await renderPage(states.starter_with_billing)
    const pro = await screen.findByRole('region', { name: 'Pro' })
    for (const line of within(pro).getAllByText(/\$/)) expect(line.closest('[aria-hidden]')).toBeTruthy()
    expect(document.body.textContent).not.toContain('--')
    expect(reasonsOfButtons()).toEqual(new Set(['Loading']))
    act(() => offer(WITHOUT_PRICES))
    expect(reasonsOfButtons()).toEqual(new Set(['This cannot be bought yet. The server has no prices.']))
  })

  it('waits until it is known what the user has', async () => {
    await renderPage(states.starter_with_billing)
    await screen.findByRole('status')
    expect(screen.queryByRole('region', { name: 'Pro' })).toBeNull()
    act(() => offer())
    expect(await textOf('Pro')).toContain('$9.90 a month')
  })

  it('begins with the period of the own plan, and shows what follows it', async () => {
    offer({ subscription: { ...PRO_YEARLY, plan: 'unlimited-monthly', next: { plan: 'pro-monthly', startsAt: NOW / 1000 } } })
    await renderPage(states.unlimited_renewing)
    expect(await textOf('Pro')).toContain('Begins on November 20, 2026')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Monthly' }).getAttribute('aria-checked')).toBe('true')
  })

  it('says when a canceled plan ends, and leads to where it is resumed', async () => {
    offer({ subscription: { ...PRO_YEARLY, isCanceled: true }, openPortal: () => {} })
    await renderPage(states.code_with_billing)
    expect(await textOf('Pro')).toContain('Ends on November 20, 2027Resume Pro')
    const links = ['Resume Pro', 'Resume Pro to change it'].map((name) => screen.getByRole('link', { name }))
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/member/manage', '/member/manage'])
    expect(screen.queryByRole('button', { name: /Upgrade|Switch/ })).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('offers the open payment and no other plan until it is made, also when the paid time is over', async () => {
    offer({ subscription: { ...PRO_YEARLY, openInvoiceUrl: 'https://pay.example/in_1' } })
    await renderPage(states.starter_with_billing)
    expect(await textOf('A payment is due.')).toContain('Pro has ended. Pay it to get your plan back.')
    const pro = await screen.findByRole('region', { name: 'Pro' })
    expect(within(pro).getByRole('link', { name: 'Pay now' }).getAttribute('href')).toBe('https://pay.example/in_1')
    expect(await textOf('Unlimited')).toContain('A payment is due.')
    expect(screen.queryByRole('button', { name: /Upgrade|Switch|Choose/ })).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('shows the prices of a year or of a month, and buys', async () => {
    offer({ subscription: { ...PRO_YEARLY, trialEnd: NOW / 1000 + 5 * 86_400 } })
    const { user } = await renderPage(states.trial)
    expect(await textOf('Pro')).toMatch(
      /^ProIn trial · 5 days left\$9\.90 a month\$118\.80 billed once a year instead of \$154\.80Your plan/,
    )
    expect(await textOf('Unlimited')).toMatch(/^UnlimitedSave \$70\$23\.20 a month\$278\.00 billed once a year/)
    expect(document.body.textContent).toContain('Prices in US dollars')
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
    offer()
    const { user } = await renderPage(states.starter_with_billing)
    await user.hover(
      within(await screen.findByRole('region', { name: 'Pro' })).getByRole('button', { name: 'Everything in Starter' }),
    )
    await waitFor(() => expect(screen.getAllByText('27+ export formats')).toHaveLength(2))
  })

  it('compares the plans by the table of rights (A§6)', async () => {
    offer()
    await renderPage(states.starter_with_billing)
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
    offer()
    const scrolled: string[] = []
    Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
      scrolled.push(this.id)
    }
    await renderPage(states.trial, { initialUrl: '/member/purchase?from=quota_hour' })
    await waitFor(() => expect(scrolled).toEqual(['hours']))
    expect(document.activeElement?.id).toBe('hours')
  })
})

describe('what can be done about a plan (A§4, A§5)', () => {
  const member = { membership_type: 'pro', expire_time: NOW / 1000 + 86_400, is_free_trial_now: false } as const
  const ask = (plan: 'starter' | 'pro' | 'unlimited', period: 'yearly' | 'monthly', change: object = {}, hasPortal = true) =>
    planState({
      plan,
      period,
      membership: member,
      canClaimTrial: false,
      offers: { subscription: { ...PRO_YEARLY, ...change }, openPortal: hasPortal ? () => {} : undefined },
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

  it('is paying first while a payment is open, and resuming first when the plan was canceled', () => {
    const url = 'https://pay.example/in_1'
    expect(ask('pro', 'yearly', { openInvoiceUrl: url })).toEqual({ kind: 'unpaid', isOwn: true, url })
    expect(ask('unlimited', 'yearly', { openInvoiceUrl: url })).toEqual({ kind: 'unpaid', isOwn: false, url })
    expect(ask('pro', 'yearly', { isCanceled: true })).toEqual({ kind: 'ends', at: PRO_YEARLY.periodEnd })
    expect(ask('unlimited', 'monthly', { isCanceled: true })).toEqual({ kind: 'resume', own: 'pro' })
  })

  it('is taking a canceled plan again where no page of a provider resumes it', () => {
    expect(ask('pro', 'yearly', { isCanceled: true }, false)).toMatchObject({ kind: 'choose', product: 'pro-yearly' })
    expect(ask('unlimited', 'monthly', { isCanceled: true }, false)).toMatchObject({ kind: 'upgrade' })
  })

  it('is waiting for a plan that is scheduled, and keeping the one that runs', () => {
    const next = { plan: 'pro-monthly', startsAt: 1 }
    expect(ask('pro', 'monthly', { next })).toEqual({ kind: 'scheduled', startsAt: 1 })
    expect(ask('pro', 'yearly', { next })).toEqual({ kind: 'keep', product: 'pro-yearly' })
  })

  it('is choosing one without a subscription, also one that ends by itself, as a trial where it can be claimed', () => {
    const choose = (plan: 'pro' | 'unlimited', membership: object = member) =>
      planState({
        plan,
        period: 'monthly',
        canClaimTrial: true,
        offers: { subscription: null, openPortal: undefined },
        membership: { ...member, ...membership },
      })
    expect(choose('pro')).toEqual({ kind: 'choose', product: 'pro-monthly', canTry: true })
    expect(choose('unlimited')).toEqual({ kind: 'choose', product: 'unlimited-monthly', canTry: false })
    expect(choose('pro', { expire_time: 0 })).toEqual({ kind: 'current' })
  })
})
