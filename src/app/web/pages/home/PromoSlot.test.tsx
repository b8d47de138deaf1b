import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { PromoSlot, resetPromo } from './PromoSlot.tsx'

afterEach(resetPromo)

const renderSlotAt = async (path: string, trial: { can_claim: boolean; has_claimed: boolean } | undefined) => {
  const content = (
    <>
      <h1>page</h1>
      <PromoSlot trial={trial}>
        <button>Start free trial</button>
      </PromoSlot>
    </>
  )
  const view = await renderWithProviders(withRouter(content, path).page)
  await screen.findByRole('heading')
  return view
}
const claimable = { can_claim: true, has_claimed: false }
const queryBanner = () => screen.queryByRole('button', { name: 'Start free trial' })

describe('promo banner slot (B§2)', () => {
  it('is empty when there is no trial', async () => {
    await renderSlotAt('/', undefined)
    expect(queryBanner()).toBeNull()
  })

  it('shows the banner once and not again after leaving the page', async () => {
    const firstView = await renderSlotAt('/', claimable)
    expect(queryBanner()).toBeTruthy()
    firstView.unmount()
    await renderSlotAt('/home', claimable)
    expect(queryBanner()).toBeNull()
  })

  it('remembers that the banner was closed in memory only', async () => {
    const firstView = await renderSlotAt('/', claimable)
    await firstView.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(queryBanner()).toBeNull()
    expect(localStorage.length + sessionStorage.length).toBe(
      Object.keys(localStorage).filter((key) => !key.includes('promo')).length +
        Object.keys(sessionStorage).filter((key) => !key.includes('promo')).length,
    )
    firstView.unmount()
    resetPromo()
    await renderSlotAt('/', claimable)
    expect(queryBanner()).toBeTruthy()
  })

  it('is empty on other pages', async () => {
    await renderSlotAt('/ask', claimable)
    expect(queryBanner()).toBeNull()
  })
})
