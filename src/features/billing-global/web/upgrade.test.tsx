import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOCALES } from '#shared/locales.ts'
import { openPage, reloadPage } from '#browser/page/openPage.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { type BillingState, PRO_MONTHLY } from '#test/screens/mockBilling.ts'
import { buy, dialogText, renderBilling, resetBilling } from '#test/screens/renderBilling.tsx'
import { billingGlobalContract } from '../contract.ts'

vi.mock('#browser/page/openPage.ts', { spy: true })

const PREVIEW = { subscription_id: 'sub_1', currency: 'USD', amount_due: 26_510, amount_left: 1290 }

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
    const { user } = await renderBilling(upgrade())
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
    const { user } = await renderBilling(upgrade({ invoiceStatus: 'open', bankUrl: 'https://pay.example/in_1' }))
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

  it('cannot be paid when its amount has expired', async () => {
    const expires_at = Math.floor(Date.now() / 1000) - 1
    await renderBilling(upgrade({ session: { status: -3, data: { preview_invoice: { ...PREVIEW, expires_at } } } }))
    buy('unlimited-yearly')
    const dialog = await screen.findByRole('dialog', { name: 'Upgrade to Unlimited' })
    expect(within(dialog).getByRole('button', { name: 'Pay $265.10' }).getAttribute('aria-disabled')).toBe('true')
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
