import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import type { PageName } from '#browser/routing/rootRoute.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { PromoSlot, resetPromo, canShowPromo } from './PromoSlot.tsx'

afterEach(resetPromo)

const renderSlotOn = async (page: PageName, trial: { can_claim: boolean; has_claimed: boolean } | undefined) => {
  const content = (
    <>
      <h1>page</h1>
      <PromoSlot trial={trial}>
        <button>Start free trial</button>
      </PromoSlot>
    </>
  )
  const view = await renderWithProviders(withRouter(content, '/', { page }).page)
  await screen.findByRole('heading')
  return view
}
const claimable = { can_claim: true, has_claimed: false }
const queryBanner = () => screen.queryByRole('button', { name: 'Start free trial' })

describe('promo banner slot (B§2)', () => {
  it('is empty when there is no trial', async () => {
    await renderSlotOn('home', undefined)
    expect(queryBanner()).toBeNull()
  })

  it('shows the banner once and not again after leaving the page (B§9)', async () => {
    const firstView = await renderSlotOn('home', claimable)
    expect(queryBanner()).toBeTruthy()
    firstView.unmount()
    await renderSlotOn('home', claimable)
    expect(queryBanner()).toBeNull()
  })

  it('remembers that the banner was closed in memory only', async () => {
    const firstView = await renderSlotOn('home', claimable)
    await firstView.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(queryBanner()).toBeNull()
    expect(localStorage.length + sessionStorage.length).toBe(
      Object.keys(localStorage).filter((key) => !key.includes('promo')).length +
        Object.keys(sessionStorage).filter((key) => !key.includes('promo')).length,
    )
    firstView.unmount()
    resetPromo()
    await renderSlotOn('home', claimable)
    expect(queryBanner()).toBeTruthy()
  })

  it('is not shown behind a dialog', async () => {
    function Page() {
      const [isOpen, setOpen] = useState(true)
      return (
        <>
          <PromoSlot trial={claimable}>
            <button>Start free trial</button>
          </PromoSlot>
          <Dialog open={isOpen} onClose={() => setOpen(false)} title="Welcome" />
        </>
      )
    }
    const { user } = await renderWithProviders(withRouter(<Page />, '/', { page: 'home' }).page)
    await screen.findByRole('dialog', { name: 'Welcome' })
    await waitFor(() => expect(screen.queryByText('Start free trial')).toBeNull())
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Start free trial')).toBeTruthy()
  })

  it('is empty on other pages', async () => {
    await renderSlotOn('ask', claimable)
    expect(queryBanner()).toBeNull()
  })
})

describe('canShowPromo', () => {
  const initialState = { isClosed: false, timesShown: 0 }
  const claimable = { can_claim: true, has_claimed: false }

  describe('promo banner (A§4, B§2)', () => {
    it.each([
      ['on the home page while the trial can be claimed', 'home', claimable, initialState, true],
      ['on no other page', 'list', claimable, initialState, false],
      ['not on a recording', 'file', claimable, initialState, false],
      ['not where there is no trial', 'home', undefined, initialState, false],
      ['not when it cannot be claimed', 'home', { can_claim: false, has_claimed: false }, initialState, false],
      ['not when it has been claimed', 'home', { can_claim: true, has_claimed: true }, initialState, false],
      ['not once it was closed', 'home', claimable, { isClosed: true, timesShown: 0 }, false],
      ['at most once', 'home', claimable, { isClosed: false, timesShown: 1 }, false],
    ] as const)('is shown or hidden: %s', (_, page, trial, promoState, expected) => {
      expect(canShowPromo(page, trial, promoState)).toBe(expected)
    })
  })
})
