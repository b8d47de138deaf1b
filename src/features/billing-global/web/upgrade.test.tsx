import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlanProduct } from '#features/membership/web.tsx'
import { LOCALES } from '#shared/locales.ts'
import { minutes } from '#shared/units.ts'
import { openPage, reloadPage } from '#browser/page/openPage.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { type BillingState, PRO_MONTHLY } from '#test/screens/mockBilling.ts'
import { buy, dialogText, renderBilling, reportChange, resetBilling } from '#test/screens/renderBilling.tsx'
import { billingGlobalContract } from '../contract.ts'

vi.mock('#browser/page/openPage.ts', { spy: true })

const PREVIEW = { subscription_id: 'sub_1', currency: 'USD', amount_due: 26_510, amount_left: 1290 }
const UNLIMITED_YEARLY = { ...PRO_MONTHLY, membership_type: 'unlimited', membership_flag: 'Yearly' } as const

beforeEach(() => {
  vi.mocked(openPage)
    .mockReset()
    .mockImplementation(() => {})
  vi.mocked(reloadPage)
    .mockReset()
    .mockImplementation(() => {})
})
afterEach(resetBilling)

describe('an upgrade (A§4)', () => {
  const upgrade = (change: BillingState = {}): BillingState => ({
    subscription: { subscription: PRO_MONTHLY },
    session: { status: -3, data: { preview_invoice: { ...PREVIEW, expires_at: Math.floor(Date.now() / 1000) + 600 } } },
    ...change,
  })

  it('shows every line of its price, how long it holds, and reloads with its flag when it is paid', async () => {
    const { user, confirmed } = await renderBilling(upgrade())
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    expect(dialogText(dialog)).toMatch(/Pro · Monthly\$12\.90 a monthUnlimited · Annual\$278\.00 a year/)
    expect(dialogText(dialog)).toMatch(/Unlimited · Annual\$278\.00Unused part of Pro · Monthly−\$12\.90Due today\$265\.10/)
    expect(dialogText(dialog)).toContain('This amount holds for 10 minutes')
    expect(await axeViolations()).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    await waitFor(() => expect(reloadPage).toHaveBeenCalledWith({ buyflag: '2' }))
    // Another tab may have asked for another amount since.
    expect(confirmed).toEqual(['price_unlimited-year:usd'])
  })

  it('names the period when only that changes', async () => {
    await renderBilling(upgrade())
    buy('pro-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Switch Pro to annual' })
    expect(dialogText(dialog)).toContain('Pro · Annual starts once paid.')
  })

  it('names the last day of a shorter month as that of the next charge', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-31T12:00:00Z'), toFake: ['Date'] })
    try {
      await renderBilling(upgrade({ subscription: { subscription: { ...PRO_MONTHLY, trial_end: 4_102_444_800 } } }))
      buy('unlimited-monthly')
      const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
      expect(dialogText(dialog)).toMatch(/Next charge \$29\.00 on February 28, 2026/)
    } finally {
      vi.useRealTimers()
    }
  })

  it('leads to the bank when it asks for a confirmation', async () => {
    const { user } = await renderBilling(upgrade({ invoice: { status: 'open' }, bankUrl: 'https://pay.example/in_1' }))
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    await user.click(await within(dialog).findByRole('button', { name: 'Confirm with your bank' }))
    expect(openPage).toHaveBeenCalledWith('https://pay.example/in_1')
    expect(reloadPage).not.toHaveBeenCalled()
  })

  it('does not claim that nothing was charged when the answer is lost', async () => {
    const { user } = await renderBilling(upgrade({ upgradeRefusal: billingGlobalContract.upgrade.refusals.unavailable.status }))
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    expect(await screen.findAllByText(/It is not clear whether this worked/)).not.toHaveLength(0)
    expect(screen.queryByText(/Nothing was charged/)).toBeNull()
  })

  it('gives no other advice when it is not clear whether it worked', async () => {
    const { user } = await renderBilling(upgrade({ upgradeRefusal: 500 }))
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    const [toast] = await screen.findAllByText(/It is not clear whether this worked/)
    expect(toast?.textContent).toMatch(/You are never charged twice\.$/)
  })

  it('can be paid for ten minutes, also with a clock that is ahead', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const expires_at = Math.floor(Date.now() / 1000) - 3600
      await renderBilling(upgrade({ session: { status: -3, data: { preview_invoice: { ...PREVIEW, expires_at } } } }))
      buy('unlimited-yearly')
      const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
      const pay = () => within(dialog).getByRole('button', { name: 'Pay $265.10' })
      expect(dialogText(dialog)).toContain('This amount holds for 10 minutes')
      expect(pay().getAttribute('aria-disabled')).not.toBe('true')
      act(() => void vi.advanceTimersByTime(minutes(10)))
      expect(pay().getAttribute('aria-disabled')).toBe('true')
    } finally {
      vi.useRealTimers()
    }
  })

  describe('names amounts that are real', () => {
    const linesOf = async (product: PlanProduct, own: Partial<typeof PRO_MONTHLY>, amounts: Partial<typeof PREVIEW>) => {
      const preview_invoice = { ...PREVIEW, ...amounts, expires_at: 0 }
      const subscription = { subscription: { ...PRO_MONTHLY, ...own } }
      await renderBilling(upgrade({ subscription, session: { status: -3, data: { preview_invoice } } }))
      buy(product)
      const dialog = await screen.findByRole('dialog')
      return [dialogText(within(dialog).getAllByRole('term')[0]!.closest('dl')!), dialogText(dialog)]
    }

    it('when credit pays a part', async () => {
      const [lines] = await linesOf('unlimited-yearly', {}, { amount_due: 16_510 })
      expect(lines).toBe('Unlimited · Annual$278.00Unused part of Pro · Monthly−$12.90From your credit−$100.00Due today$165.10')
    })

    it('when the running plan has an older price', async () => {
      const [, text] = await linesOf('unlimited-yearly', { unit_amount: 990 }, {})
      expect(text).toContain('Pro · Monthly$9.90 a month')
    })

    it('when the unused part is worth more than the plan', async () => {
      const own = { membership_flag: 'Yearly', unit_amount: 11_880 } as const
      const [lines, text] = await linesOf('unlimited-monthly', own, { amount_due: 0, amount_left: 11_880 })
      expect(lines).toBe('Unlimited · Monthly$29.00Unused part of Pro · Annual−$118.80Due today$0.00')
      expect(text).toContain('$89.80 stays as credit for your next charges.')
    })

    it('when the period of the plan goes on, and a part of it has passed', async () => {
      const [lines] = await linesOf('unlimited-monthly', {}, { amount_due: 805, amount_left: 645 })
      expect(lines).toBe(
        'Unlimited · Monthly$29.00Unused part of Pro · Monthly−$6.45Days that have passed, and your credit−$14.50Due today$8.05',
      )
    })

    it('when more is due than the plan costs', async () => {
      const [lines] = await linesOf('unlimited-yearly', {}, { amount_due: 27_510 })
      expect(lines).toContain('Other open amounts$10.00Due today$275.10')
    })
  })

  it('is closed when another tab has changed the plan', async () => {
    const state = upgrade()
    const { queries } = await renderBilling(state)
    buy('unlimited-yearly')
    await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    Object.assign(state.subscription!, { subscription: UNLIMITED_YEARLY })
    await reportChange(queries)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('that the bank confirms while the page is open reloads with its flag', async () => {
    const invoice: BillingState['invoice'] = { status: 'open' }
    const state = upgrade({ invoice, bankUrl: 'https://pay.example/in_1' })
    const { user, queries } = await renderBilling(state)
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    await user.click(within(dialog).getByRole('button', { name: 'Pay $265.10' }))
    await within(dialog).findByRole('button', { name: 'Confirm with your bank' })
    Object.assign(state.subscription!, { subscription: UNLIMITED_YEARLY })
    invoice.status = 'paid'
    await reportChange(queries)
    await waitFor(() => expect(reloadPage).toHaveBeenCalledWith({ buyflag: '2' }))
  })

  it.each(LOCALES)('has no missing text in %s', async (locale) => {
    const missing = vi.spyOn(console, 'error').mockImplementation(() => {})
    await renderBilling(upgrade(), { locale })
    buy('unlimited-yearly')
    expect(dialogText(await screen.findByRole('dialog'))).toMatch(/265[.,]10/)
    expect(missing).not.toHaveBeenCalled()
    missing.mockRestore()
  })
})
