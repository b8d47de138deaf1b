import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minutes } from '#shared/units.ts'
import { openPage, reloadPage } from '#browser/page/openPage.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { PRO_MONTHLY } from '#test/screens/mockBilling.ts'
import { dialogText, renderBilling, resetBilling } from '#test/screens/renderBilling.tsx'
import { reloadWithNotice } from './reloadFlag.ts'

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

const PENDING = 'Your payment is not confirmed yet. This page keeps checking.'

/** Returns the notice that is shown for an address. */
async function noticeAt(path: string): Promise<HTMLElement | null> {
  const { address, queries } = await renderBilling({}, { path })
  await waitFor(() => expect(address()).toBe('/'))
  await waitFor(() => expect(queries.isFetching()).toBe(0))
  return screen.queryByRole('dialog')
}

describe('the return from the page for paying (A§4)', () => {
  it.each([
    [1, 'Thank you'],
    [4, 'Your trial has begun'],
    [5, 'Your trial has begun'],
    [-1, 'Minutes added'],
  ])('shows the notice of buy flag %d, and removes the query', async (flag, title) => {
    const { address } = await renderBilling({}, { path: `/member/purchase?from=x&buyflag=${flag}&session_id=cs_1` })
    await screen.findByRole('dialog', { name: title })
    expect(address()).toBe('/member/purchase?from=x')
  })

  it.each([
    [2, 'Upgraded'],
    [3, 'Your plan will change'],
  ])('shows the notice of buy flag %d when this page was loaded again with it, once', async (flag, title) => {
    reloadWithNotice(flag)
    const path = `/?buyflag=${flag}`
    const { address, unmount } = await renderBilling({}, { path })
    await screen.findByRole('dialog', { name: title })
    expect(address()).toBe('/')
    closeDialogs('purchaseNotice')
    unmount()
    expect(await noticeAt(path)).toBeNull()
  })

  it.each([-1, 1, 2, 3, 4, 5])('shows nothing for buy flag %d in an address without a purchase', async (flag) => {
    expect(await noticeAt(`/?buyflag=${flag}`)).toBeNull()
  })

  it('names the plan with its period', async () => {
    const next = { membership_type: 'pro', membership_flag: 'Monthly', start_date: 4_102_444_800 } as const
    const own = { ...PRO_MONTHLY, membership_flag: 'Yearly' } as const
    reloadWithNotice(2)
    const { unmount } = await renderBilling({ subscription: { subscription: own } }, { path: '/?buyflag=2' })
    expect(dialogText(await screen.findByRole('dialog', { name: 'Upgraded' }))).toContain('Pro · Annual is active now.')
    closeDialogs('purchaseNotice')
    unmount()
    reloadWithNotice(3)
    await renderBilling({ subscription: { subscription: own, subscription_schedule: next } }, { path: '/?buyflag=3' })
    const notice = await screen.findByRole('dialog', { name: 'Your plan will change' })
    expect(dialogText(notice)).toContain('Pro · Monthly begins on')
  })

  it('names the end of the trial and not that of another membership', async () => {
    const trial = { ...PRO_MONTHLY, trial_end: Date.UTC(2099, 4, 10, 12) / 1000 }
    const user = { membership_type: 'unlimited', expire_time: Date.UTC(2098, 0, 1, 12) / 1000 } as const
    const options = { state: { user }, path: '/?buyflag=5&session_id=cs_1' }
    await renderBilling({ subscription: { subscription: trial } }, options)
    const notice = await screen.findByRole('dialog', { name: 'Your trial has begun' })
    expect(dialogText(notice)).toContain('It runs until May 10, 2099.')
  })

  it.each([
    [1, 'Thank you', 'Your plan is active now.'],
    [4, 'Your trial has begun', 'Cancel before it ends under Manage and pay nothing.'],
  ])('names nothing of another membership in the notice of buy flag %d', async (flag, title, text) => {
    await renderBilling({}, { path: `/?buyflag=${flag}&session_id=cs_1` })
    const notice = await screen.findByRole('dialog', { name: title })
    expect(dialogText(notice)).toBe(`${title}${text}Close`)
  })

  it('says that the payment is not confirmed, and keeps asking, until it is paid', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const unpaid = { payment_status: 'unpaid' } as const
      const checkouts = [500, { ...unpaid, status: 'open' } as const, { ...unpaid, status: 'complete' } as const, {}]
      await renderBilling({ checkouts }, { path: '/?buyflag=1&session_id=cs_1' })
      await screen.findByText(PENDING)
      for (const _ of ['open', 'unpaid']) {
        await act(() => vi.advanceTimersByTimeAsync(minutes(1)))
        expect(screen.getByText(PENDING)).toBeTruthy()
      }
      await act(() => vi.advanceTimersByTimeAsync(minutes(1)))
      await screen.findByRole('dialog', { name: 'Thank you' })
      expect(screen.queryByText(PENDING)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  it('says nothing about a purchase of another account', async () => {
    const { requests } = await renderBilling({ checkouts: [404] }, { path: '/?buyflag=1&session_id=cs_3' })
    await waitFor(() => expect(requests).toContain('GET /membership/stripe/v2/checkout-sessions/cs_3'))
    expect(screen.queryByText(PENDING)).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
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

  it('offers no abandoned trial to a user with a subscription', async () => {
    const trial = { can_claim: true, has_claimed: false, available_days: 7 }
    const options = { state: { trial }, path: '/?checkout=canceled&buyflag=5' }
    const { requests, queries } = await renderBilling({ subscription: { subscription: PRO_MONTHLY } }, options)
    await waitFor(() => expect(requests).toContain('GET /membership/free-trial/status'))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('says nothing about an abandoned purchase that is no trial', async () => {
    const { address } = await renderBilling({}, { path: '/?checkout=canceled&buyflag=1' })
    await waitFor(() => expect(address()).toBe('/'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
