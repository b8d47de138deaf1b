import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { WithMembership } from '#test/screens/FeatureScreen.tsx'
import { MEMBERSHIP_OFFERS, PRO_YEARLY } from '#test/screens/membershipOffers.ts'
import { mockMembershipServer, type MembershipState } from '#test/screens/mockMembershipServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { now } from '#browser/timers/time.ts'
import { days } from '#shared/units.ts'
import { getOpenDialog } from '#ui/dialog/openDialog.ts'
import { offersStore } from '../offers/offersStore.ts'
import { UsageCard } from './UsageCard.tsx'

const SHOP = 'https://example.org/'
const CAN_BUY = { can_buy: true }

async function showCard(state: MembershipState = {}, { isCollapsed = false } = {}) {
  mockMembershipServer(state)
  const card = (
    <WithMembership>
      <UsageCard isCollapsed={isCollapsed} />
    </WithMembership>
  )
  const view = await renderWithProviders(withRouter(card).page)
  await loadNamespace('membership')
  return view
}
const linkTo = (name: string | RegExp) => screen.findByRole('link', { name }).then((link) => link.getAttribute('href'))

afterEach(() => {
  closeDialogs('upgrade', 'noMembership')
  offersStore.setState({ offers: undefined })
  vi.unstubAllGlobals()
})

describe('usage card of a limited plan (B§2)', () => {
  it('shows the remaining minutes as text and as a bar (A§5) and links to the membership page', async () => {
    await showCard({ user: { membership_type: 'pro', seconds_left: 812 * 60, seconds_total: 72_000 } })
    const card = await screen.findByRole('link')
    expect(card.textContent).toMatch(/^Pro · 812 of 1,200 minutes leftResets on .*2100$/)
    expect(card.getAttribute('href')).toBe('/member/index?from=usage_card')
    expect(screen.getByRole('meter', { name: 'Minutes left' }).getAttribute('aria-valuenow')).toBe('67')
    expect(await axeViolations()).toEqual([])
  })

  it('links to the plans for a user who is not subscribed and has never transcribed (A§2)', async () => {
    const { unmount } = await showCard({ user: { has_transcribed: false } })
    expect(await linkTo(/Starter/)).toBe('/member/purchase?from=usage_card')
    unmount()
    vi.unstubAllGlobals()
    await showCard({ user: { has_transcribed: true } })
    expect(await linkTo(/Starter/)).toBe('/member/index?from=usage_card')
  })

  it('offers a device to starters where one is sold (A§6)', async () => {
    const { unmount } = await showCard({ mainSite: SHOP })
    expect(await linkTo('Get a device')).toBe(SHOP)
    expect(await axeViolations()).toEqual([])
    unmount()
    vi.unstubAllGlobals()
    await showCard({ mainSite: SHOP, user: { membership_type: 'pro' } })
    await screen.findByRole('link', { name: /Pro/ })
    expect(screen.getAllByRole('link')).toHaveLength(1)
  })

  it('adds the suffix of a free trial to the name of the plan, and says how many days are left (B§6)', async () => {
    const start_time = Math.floor((now() - days(2) - 1000) / 1000)
    const expire_time = start_time + 7 * 86_400
    await showCard({ user: { membership_type: 'pro', start_time, expire_time }, state: { is_free_trial_now: 1 } })
    expect((await screen.findByRole('link')).textContent).toMatch(/^Pro trial · .*5 days left · ends \w+/)
  })
})

describe('usage card of a plan that ends by itself', () => {
  it.each(['pro', 'unlimited'] as const)(
    'says when the %s plan ends, and not that anything is reset then',
    async (membership_type) => {
      const [start_time, expire_time] = [now() - days(2), now() + days(20)].map((time) => Math.floor(time / 1000))
      const ends = { membership_type, start_time, expire_time, reset_time: expire_time }
      await showCard({ user: ends })
      await screen.findByText(/^Ends on \w+ \d+, \d+$/)
      expect(screen.queryByText(/Resets/)).toBeNull()
    },
  )
})

describe('usage card of an unlimited plan', () => {
  it.each(['unlimited', 'backer'] as const)('shows a full bar and offers the %s plan nothing more', async (membership_type) => {
    await showCard({ user: { membership_type }, state: CAN_BUY })
    expect((await screen.findByRole('link')).textContent).toContain('Unlimited minutes')
    expect(screen.getByRole('meter').getAttribute('aria-valuenow')).toBe('100')
    expect(screen.queryByRole('button')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })
})

describe('Go Unlimited (B§2)', () => {
  it.each(['starter', 'pro'] as const)('is offered with the minutes of the %s plan where plans can be bought', async (plan) => {
    offersStore.setState({ offers: MEMBERSHIP_OFFERS })
    const { user, unmount } = await showCard({ user: { membership_type: plan }, state: CAN_BUY })
    await user.click(await screen.findByRole('button', { name: 'Go Unlimited' }))
    expect(getOpenDialog('upgrade')).toEqual({ source: 'go_unlimited' })
    expect(await axeViolations()).toEqual([])
    unmount()
    vi.unstubAllGlobals()
    await showCard({ user: { membership_type: plan } })
    await screen.findByRole('link')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it.each([{ openInvoiceUrl: 'https://pay.example/in_1' }, { isCanceled: true }])(
    'waits for %o to be settled',
    async (change) => {
      offersStore.setState({ offers: { ...MEMBERSHIP_OFFERS, subscription: { ...PRO_YEARLY, ...change } } })
      await showCard({ user: { membership_type: 'pro' }, state: CAN_BUY })
      await screen.findByRole('link')
      expect(screen.queryByRole('button')).toBeNull()
    },
  )
})

describe('usage card without a membership', () => {
  it.each(['free', 'none'] as const)('links to the shop to get a device for the %s plan', async (membership_type) => {
    await showCard({ user: { membership_type }, mainSite: SHOP })
    await waitFor(async () => expect(await linkTo('Get a device')).toBe(SHOP))
    expect(screen.getByRole('link').getAttribute('target')).toBe('_blank')
    expect(screen.queryByRole('meter')).toBeNull()
    expect(await axeViolations()).toEqual([])
  })

  it('links to the plans where only plans are sold', async () => {
    await showCard({ user: { membership_type: 'none', has_transcribed: false }, state: CAN_BUY })
    expect(await linkTo('Go to membership')).toBe('/member/purchase?from=usage_card')
  })
})

describe('usage card in the collapsed sidebar', () => {
  it('is an icon with the same text', async () => {
    await showCard({ user: { seconds_left: 60 } }, { isCollapsed: true })
    expect(await linkTo('1 of 300 minutes left')).toBe('/member/index?from=usage_card')
  })

  it('says how to get a membership to users without one', async () => {
    const { user } = await showCard({ user: { membership_type: 'none' }, mainSite: SHOP }, { isCollapsed: true })
    await user.click(await screen.findByRole('button', { name: 'Unlock transcription and summaries' }))
    expect(getOpenDialog('noMembership')).toEqual({ action: 'upload' })
  })
})
