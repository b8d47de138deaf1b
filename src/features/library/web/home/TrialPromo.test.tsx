import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { WithMembership } from '#test/screens/FeatureScreen.tsx'
import { mockMembershipServer, type MembershipState } from '#test/screens/mockMembershipServer.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import { resetPromo } from './PromoSlot.tsx'
import { TrialPromo } from './TrialPromo.tsx'

const TRIAL = { can_claim: true, has_claimed: false, available_days: 7 }

afterEach(() => {
  resetPromo()
  vi.unstubAllGlobals()
})

async function showHome(state: MembershipState) {
  const { requests } = mockMembershipServer(state)
  const content = (
    <WithMembership>
      <h1>Home</h1>
      <TrialPromo />
    </WithMembership>
  )
  const view = await renderWithProviders(withRouter(content, '/', { page: 'home' }).page)
  await loadMessages('membership')
  return { ...view, requests }
}

describe('the promo banner (A§4)', () => {
  it('offers a trial that can be claimed, and can be dismissed by keyboard', async () => {
    const { user } = await showHome({ state: { can_buy: true }, trial: TRIAL })
    const link = await screen.findByRole('link', { name: 'Start free trial' })
    expect(link.getAttribute('href')).toBe('/member/purchase?from=promo_banner')
    expect(screen.getByRole('region', { name: 'Try Pro free for 7 days' }).textContent).toContain('1,200 minutes')
    expect(await axeViolations()).toEqual([])
    screen.getByRole('button', { name: 'Dismiss' }).focus()
    await user.keyboard('{Enter}')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it.each([
    ['was claimed', { state: { can_buy: true }, trial: { ...TRIAL, can_claim: false, has_claimed: true } }],
    ['cannot be bought here', { trial: TRIAL }],
  ])('is not shown for a trial that %s', async (_, state) => {
    const { requests, queries } = await showHome(state)
    await waitFor(() => expect(requests).toContain('GET /user/me'))
    await waitFor(() => expect(queries.isFetching()).toBe(0))
    expect(screen.queryByRole('link')).toBeNull()
  })
})
