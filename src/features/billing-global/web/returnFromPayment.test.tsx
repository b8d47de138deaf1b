import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPage, reloadPage } from '#browser/page/openPage.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { PRO_MONTHLY } from '#test/screens/mockBilling.ts'
import { dialogText, renderBilling, resetBilling } from '#test/screens/renderBilling.tsx'

vi.mock('#browser/page/openPage.ts', { spy: true })

beforeEach(() => {
  vi.mocked(openPage)
    .mockReset()
    .mockImplementation(() => {})
  vi.mocked(reloadPage)
    .mockReset()
    .mockImplementation(() => {})
})
afterEach(resetBilling)

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
    const { address } = await renderBilling({}, { path: `/member/purchase?from=x&buyflag=${flag}${session}` })
    await screen.findByRole('dialog', { name: title })
    expect(address()).toBe('/member/purchase?from=x')
  })

  it('names the plan with its period', async () => {
    const next = { membership_type: 'pro', membership_flag: 'Monthly', start_date: 4_102_444_800 } as const
    const own = { ...PRO_MONTHLY, membership_flag: 'Yearly' } as const
    const { unmount } = await renderBilling({ subscription: { subscription: own } }, { path: '/?buyflag=2' })
    expect(dialogText(await screen.findByRole('dialog', { name: 'Upgraded' }))).toContain('Pro · Annual is active now.')
    closeDialogs('purchaseNotice')
    unmount()
    await renderBilling({ subscription: { subscription: own, subscription_schedule: next } }, { path: '/?buyflag=3' })
    const notice = await screen.findByRole('dialog', { name: 'Your plan will change' })
    expect(dialogText(notice)).toContain('Pro · Monthly begins on')
  })

  it('keeps asking while the payment is not confirmed', async () => {
    const checkouts = [{ status: 'complete' as const, payment_status: 'unpaid' as const }]
    const { requests } = await renderBilling({ checkouts }, { path: '/?buyflag=1&session_id=cs_1' })
    expect(await screen.findByText('Your payment is not confirmed yet. This page keeps checking.')).toBeTruthy()
    expect(requests).toContain('GET /membership/stripe/v2/checkout-sessions/cs_1')
    expect(screen.queryByRole('dialog', { name: 'Thank you' })).toBeNull()
  })

  it('says when the card has had its trial', async () => {
    await renderBilling({ checkouts: [{ is_trial_refused: true }] }, { path: '/?buyflag=4&session_id=cs_1' })
    const dialog = await screen.findByRole('dialog', { name: 'No trial with this card' })
    expect(dialogText(dialog)).toContain('Nothing was charged.')
  })

  it('offers an abandoned trial once more, once per user', async () => {
    const trial = { can_claim: true, has_claimed: false, available_days: 7 }
    const options = { state: { trial }, path: '/?checkout=canceled&buyflag=5' }
    const { unmount } = await renderBilling({}, options)
    const dialog = await screen.findByRole('dialog', { name: 'The free trial is still available' })
    expect(dialogText(dialog)).toContain('then $12.90 a month unless you cancel')
    expect(await axeViolations()).toEqual([])
    closeDialogs('freeTrial')
    unmount()
    const { requests } = await renderBilling({}, options)
    await waitFor(() => expect(requests).toContain('GET /membership/free-trial/status'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says nothing about an abandoned purchase that is no trial', async () => {
    const { address } = await renderBilling({}, { path: '/?checkout=canceled&buyflag=1' })
    await waitFor(() => expect(address()).toBe('/'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
