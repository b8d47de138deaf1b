import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { mockMembershipServer } from '#test/screens/mockMembershipServer.ts'
import type { MembershipState } from '#test/screens/mockMembershipServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { useOwnMembership } from '#features/profile/web.tsx'
import type { Locale } from '#browser/i18n/locales.ts'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { MembershipContext } from '../MembershipContext.ts'
import { BillingsPage } from './BillingsPage.tsx'
import { NoMembershipPanel } from './NoMembershipPanel.tsx'
import { HistoryPage } from './HistoryPage.tsx'
import { ManagePage } from './ManagePage.tsx'
import { MemberPage } from './MemberPage.tsx'
import { PurchasePage } from './PurchasePage.tsx'
import { Upsell } from './Upsell.tsx'

const HOUR = 3600
const inOneHour = () => Math.floor(Date.now() / 1000) + HOUR
const getBodyText = () => document.body.textContent ?? ''

async function renderWithServer(
  element: ReactNode,
  world: MembershipState = {},
  { initialUrl = '/', locale }: { initialUrl?: string; locale?: Locale } = {},
) {
  const { requests } = mockMembershipServer(world)
  const { page, address } = withRouter(<ProvidedMembership>{element}</ProvidedMembership>, initialUrl)
  const view = await renderWithProviders(page, locale ? { locale } : {})
  await Promise.all([loadNamespace('membership'), loadNamespace('site')])
  return { ...view, requests, address }
}

/** Provides the membership of the user that the mock server returns, as the main layout does. */
function ProvidedMembership({ children }: { children: ReactNode }) {
  return <MembershipContext value={useOwnMembership()}>{children}</MembershipContext>
}

afterEach(() => {
  closeDialogs('settings')
  vi.unstubAllGlobals()
})

describe('/member/index (A§2)', () => {
  it('shows the plan, the bar, the remaining and total minutes and the day of the reset', async () => {
    await renderWithServer(<MemberPage />, { user: { reset_time: 4_102_444_800 } })
    const card = await screen.findByRole('region', { name: 'Starter' })
    expect(card.textContent).toContain('240 of 300 minutes left')
    expect(card.textContent).toMatch(/Resets on (December 31, 2099|January 1, 2100)$|Resets on .*(2099|2100)/)
    expect(within(card).getByRole('link', { name: 'More details' }).getAttribute('href')).toBe('/member/manage')
    expect(document.title).toBe('Membership · Earshot')
    expect(await axeViolations()).toEqual([])
  })

  it('shows the link to get a device for the starter plan only (A§6)', async () => {
    const { unmount } = await renderWithServer(<MemberPage />, { mainSite: 'https://example.org/' })
    const card = await screen.findByRole('region', { name: 'Starter' })
    const getDeviceLink = () => within(card).getByRole('link', { name: 'Get a device' })
    await waitFor(() => expect(getDeviceLink().getAttribute('href')).toBe('https://example.org/'))
    expect(getDeviceLink().getAttribute('target')).toBe('_blank')
    expect(await axeViolations()).toEqual([])
    unmount()
    vi.unstubAllGlobals()
    for (const membership_type of ['pro', 'unlimited', 'backer'] as const) {
      const view = await renderWithServer(<MemberPage />, { user: { membership_type } })
      await screen.findByRole('link', { name: 'More details' })
      expect(screen.queryByRole('link', { name: 'Get a device' })).toBeNull()
      view.unmount()
      vi.unstubAllGlobals()
    }
  })

  it('shows the time of the reset when it is within 2 days', async () => {
    await renderWithServer(<MemberPage />, { user: { reset_time: inOneHour() } })
    expect((await screen.findByText(/^Resets on/)).textContent).toMatch(/\d:\d\d/)
  })

  it('shows a second card for additional minutes', async () => {
    await renderWithServer(<MemberPage />, {
      user: { seconds_left_traffic: 36_000, seconds_total_traffic: 72_000, expire_time_traffic: 4_102_444_800 },
    })
    const card = await screen.findByRole('region', { name: 'Extra minutes' })
    expect(card.textContent).toContain('600 of 1,200 minutes left')
    expect(within(card).getByRole('meter').getAttribute('aria-valuenow')).toBe('50')
  })

  it('shows how to unlock and a link to get a device without a membership', async () => {
    await renderWithServer(<MemberPage />, { user: { membership_type: 'free' }, mainSite: 'https://example.org/' })
    expect(await screen.findByRole('heading', { name: 'Unlock transcription and summaries' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Get a device' })).toBeTruthy()
  })

  it('shows no remaining minutes for an unlimited plan', async () => {
    await renderWithServer(<MemberPage />, { user: { membership_type: 'unlimited' } })
    expect((await screen.findByRole('region', { name: 'Unlimited' })).textContent).not.toContain('Full again')
  })

  it('shows a skeleton, then an error, and can retry', async () => {
    const { user } = await renderWithServer(<MemberPage />, { failures: 1 })
    expect((await screen.findByRole('status')).textContent).toContain('Loading')
    expect((await screen.findByRole('alert')).textContent).toContain('Your membership could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('region', { name: 'Starter' })).toBeTruthy()
  })
})

describe('/member/purchase', () => {
  it('shows the benefits of the three plans (A§6), the current plan, and that nothing is sold', async () => {
    await renderWithServer(<PurchasePage />, { user: { membership_type: 'pro' } })
    const plans = () => screen.getAllByRole('region').map((plan) => plan.textContent ?? '')
    await waitFor(() => expect(plans()[1]).toContain('Your plan'))
    expect(plans()[0]).toMatch(/^Starter300 minutes.*112 languages/)
    expect(plans()[1]).toMatch(/^ProYour planEverything in Starter.*1,200 minutes.*Ask AIplanned.*30\+/)
    expect(plans()[2]).toMatch(/^Unlimited.*Unlimited transcription/)
    expect(getBodyText()).toContain('Nothing is sold on this server.')
    expect(await axeViolations()).toEqual([])
  })
})

describe('/member/billings', () => {
  it('is empty with an explanation', async () => {
    await renderWithServer(<BillingsPage />, {}, { initialUrl: '/member/billings' })
    expect(await screen.findByText(/No bills yet/)).toBeTruthy()
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Billing')
    expect(await axeViolations()).toEqual([])
  })
})

describe('/member/history', () => {
  const entries = Array.from({ length: 25 }, (_, n) => ({
    id: `e${n}`,
    kind: (['use', 'refund', 'grant'] as const)[n % 3]!,
    seconds: 600 + n,
    file_id: n === 0 ? 'f0' : null,
    file_name: n === 0 ? 'Board meeting' : n === 3 ? 'Deleted talk' : null,
    at: 1_700_000_000 - n * 86_400,
  }))

  it('lists uses, refunds and grants in pages, newest first', async () => {
    const { user, requests } = await renderWithServer(<HistoryPage />, { entries })
    const list = await screen.findByRole('list', { name: 'Minutes history' })
    const rows = () => within(list).getAllByRole('listitem')
    expect(rows()).toHaveLength(20)
    const rowTexts = rows().map((row) => row.textContent?.replaceAll('\u00a0', ' '))
    expect(rowTexts.slice(0, 4)).toEqual([
      '10 min used for “Board meeting”Nov 14, 2023',
      '10 min refundedNov 13, 2023',
      '10 min addedNov 12, 2023',
      '10 min used for “Deleted talk”Nov 11, 2023',
    ])
    expect(rowTexts[6]).toBe('10 min used for a recordingNov 8, 2023')
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
    await renderWithServer(<HistoryPage />, { entries }, { locale: 'de_DE' })
    expect((await screen.findAllByRole('listitem'))[0]?.textContent).toMatch(/10 Min. für „Board meeting“ verbraucht.*2023/)
  })

  it('is empty before the first use, and shows an error with a retry button', async () => {
    const { unmount } = await renderWithServer(<HistoryPage />)
    expect(await screen.findByText('No minutes used yet.')).toBeTruthy()
    unmount()
    vi.unstubAllGlobals()
    const { user } = await renderWithServer(<HistoryPage />, { entries, failures: 1 })
    expect((await screen.findByRole('alert')).textContent).toContain('The history could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findAllByRole('listitem')).toHaveLength(20)
  })
})

describe('/member/manage', () => {
  it('shows the plan, its end and its actions', async () => {
    const { user } = await renderWithServer(<ManagePage />, {
      user: { membership_type: 'pro', expire_time: 4_102_444_800 },
    })
    expect((await screen.findByText(/^Pro · Ends on /)).textContent).toMatch(/2099|2100/)
    await user.click(screen.getByRole('button', { name: 'Open privacy settings' }))
    expect(getOpenDialog('settings')).toEqual({ pane: 'privacy' })
    expect(await axeViolations()).toEqual([])
  })
})

describe('upsell in the right sidebar (A§2)', () => {
  it('shows the additional benefits of pro and unlimited for the starter plan', async () => {
    await renderWithServer(<Upsell />)
    expect(await screen.findByRole('region', { name: 'Pro' })).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Unlimited' }).textContent).toContain('Unlimited transcription')
    await waitFor(() => expect(screen.getByRole('link').getAttribute('href')).toBe('/member/index?from=right_sidebar'))
    expect(await axeViolations()).toEqual([])
  })

  it('shows the benefits of the current plan for other plans', async () => {
    await renderWithServer(<Upsell />, { user: { membership_type: 'backer' } })
    expect(await screen.findByRole('heading', { name: 'Included in your plan' })).toBeTruthy()
    expect(screen.getAllByRole('region').map((plan) => plan.getAttribute('aria-labelledby'))).toHaveLength(1)
    expect(screen.getByRole('region', { name: 'Backer' })).toBeTruthy()
  })
})

describe('main panel without a membership (A§2 "free")', () => {
  it('shows a link to get a device and the available actions', async () => {
    await renderWithServer(<NoMembershipPanel />, { user: { membership_type: 'none' } })
    expect(await screen.findByRole('link', { name: 'Get a device' })).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(await axeViolations()).toEqual([])
  })
})
