import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderMembership } from '#test/screens/renderMembership.tsx'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { MEMBERSHIP_OFFERS, PRO_YEARLY } from '#test/screens/membershipOffers.ts'
import { membershipStates } from '#test/screens/membershipStates.ts'
import type { MembershipState } from '#test/screens/mockMembershipServer.ts'
import { type OwnSubscription, offersStore } from '../offers/offersStore.ts'
import { NoMembershipPanel } from './NoMembershipPanel.tsx'
import { HistoryPage } from './HistoryPage.tsx'
import { ManagePage } from './ManagePage.tsx'
import { Upsell } from './Upsell.tsx'

const states = membershipStates(1_795_161_600)
const getBodyText = () => document.body.textContent ?? ''

afterEach(() => {
  closeDialogs('settings')
  offersStore.setState({ offers: undefined })
  vi.unstubAllGlobals()
})

describe('/member/history (A§2, A§7)', () => {
  const entries = Array.from({ length: 25 }, (_, n) => ({
    id: `e${n}`,
    kind: (['use', 'refund', 'grant'] as const)[n % 3]!,
    seconds: 600 + n,
    file_id: n === 0 ? 'f0' : null,
    file_name: n === 0 ? 'Board meeting' : n === 3 ? 'Deleted talk' : null,
    at: 1_700_000_000 - n * 86_400,
  }))

  it('lists uses, refunds and grants in pages, newest first', async () => {
    const { user, requests } = await renderMembership(<HistoryPage />, { entries })
    const list = await screen.findByRole('list', { name: 'Minutes history' })
    const rows = () => within(list).getAllByRole('listitem')
    expect(rows()).toHaveLength(20)
    const rowTexts = rows().map((row) => row.textContent?.replaceAll('\u00a0', ' '))
    expect(rowTexts.slice(0, 4)).toEqual([
      '10 min used for “Board meeting”Nov 14, 2023',
      '11 min refundedNov 13, 2023',
      '10 min addedNov 12, 2023',
      '11 min used for “Deleted talk”Nov 11, 2023',
    ])
    expect(rowTexts[6]).toBe('11 min used for a recordingNov 8, 2023')
    const link = within(list).getByRole('link')
    expect([link.textContent, link.getAttribute('href')]).toEqual(['Board meeting', '/file/f0'])
    expect(getBodyText()).toContain('1–20 of 25')
    await user.click(screen.getByRole('button', { name: 'Older' }))
    await waitFor(() => expect(rows()).toHaveLength(5))
    expect(requests.at(-1)).toBe('GET /user/me/history/transactions?skip=20&limit=20')
    expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('formats dates and durations in the language of the page', async () => {
    await renderMembership(<HistoryPage />, { entries }, { locale: 'de_DE' })
    expect((await screen.findAllByRole('listitem'))[0]?.textContent).toMatch(/10 Min. für „Board meeting“ verbraucht.*2023/)
  })

  it('is empty before the first use, and shows an error with a retry button', async () => {
    const { unmount } = await renderMembership(<HistoryPage />)
    expect(await screen.findByText('No minutes used yet.')).toBeTruthy()
    unmount()
    vi.unstubAllGlobals()
    const { user } = await renderMembership(<HistoryPage />, { entries, failures: 1 })
    expect((await screen.findByRole('alert')).textContent).toContain('The history could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findAllByRole('listitem')).toHaveLength(20)
  })
})

describe('/member/manage (A§2)', () => {
  it('shows the plan, its end and its actions', async () => {
    const { user } = await renderMembership(<ManagePage />, {
      user: { membership_type: 'pro', expire_time: 4_102_444_800 },
    })
    expect((await screen.findByText(/^Pro · Ends on /)).textContent).toMatch(/2099|2100/)
    await user.click(screen.getByRole('button', { name: 'Open privacy settings' }))
    expect(getOpenDialog('settings')).toEqual({ pane: 'privacy' })
    expect(await axeViolations()).toEqual([])
  })

  const showManage = async (subscription: Partial<OwnSubscription>, state: MembershipState = states.trial) => {
    const offers = { ...MEMBERSHIP_OFFERS, openPortal: () => {}, subscription: { ...PRO_YEARLY, ...subscription } }
    offersStore.setState({ offers })
    await renderMembership(<ManagePage />, state)
    return (await screen.findByText(/^(Pro|Unlimited|Starter)( · |$)/)).textContent
  }

  it('says of a trial what follows at which price', async () => {
    expect(await showManage({ plan: 'pro-monthly', amount: 1290 })).toMatch(/^Pro · Trial until .+, then \$12\.90 a month$/)
    expect(screen.getByRole('button', { name: 'Open' })).toBeTruthy()
  })

  it('names the plan that follows', async () => {
    const next = { plan: 'pro-monthly', startsAt: PRO_YEARLY.periodEnd } as const
    expect(await showManage({ plan: 'unlimited-monthly', next }, states.unlimited_renewing)).toBe(
      'Unlimited · Until November 20, 2027, then Pro · Monthly',
    )
  })

  it('resumes a plan that was canceled', async () => {
    expect(await showManage({ isCanceled: true }, states.code_with_billing)).toMatch(/^Pro · Ends on/)
    expect(screen.getByText('Resume your plan')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resume Pro' })).toBeTruthy()
  })

  it('leads to an open payment', async () => {
    await showManage({ openInvoiceUrl: 'https://pay.example/in_1' }, states.starter_with_billing)
    const banner = screen.getByRole('region', { name: 'A payment is due.' })
    expect(within(banner).getByRole('link', { name: 'Pay now' }).getAttribute('href')).toBe('https://pay.example/in_1')
    expect(await axeViolations()).toEqual([])
  })
})

describe('upsell in the right sidebar (A§2, B§2)', () => {
  it('shows the additional benefits of pro and unlimited for the starter plan', async () => {
    await renderMembership(<Upsell />)
    expect(await screen.findByRole('region', { name: 'Pro' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Unlimited' }).textContent).toContain('Unlimited transcription')
    await waitFor(() => expect(screen.getByRole('link').getAttribute('href')).toBe('/member/index?from=right_sidebar'))
    expect(await axeViolations()).toEqual([])
  })

  it('shows the benefits of the current plan for other plans', async () => {
    await renderMembership(<Upsell />, { user: { membership_type: 'backer' } })
    expect(await screen.findByRole('heading', { name: 'Included in your plan' })).toBeTruthy()
    expect(screen.getAllByRole('region').map((plan) => plan.getAttribute('aria-labelledby'))).toHaveLength(1)
    expect(screen.getByRole('region', { name: 'Backer' })).toBeTruthy()
  })
})

describe('main panel without a membership (A§2, B§2 "free")', () => {
  it('shows a link to get a device and the available actions', async () => {
    await renderMembership(<NoMembershipPanel />, { user: { membership_type: 'none' } })
    expect(await screen.findByRole('link', { name: 'Get a device' })).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(await axeViolations()).toEqual([])
  })
})
