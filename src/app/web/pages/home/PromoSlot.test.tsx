import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { inRouter } from '#test/screen/inRouter.tsx'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { PromoSlot, forgetPromo } from './PromoSlot.tsx'

afterEach(forgetPromo)

const slotAt = async (path: string, trial: { can_claim: boolean; has_claimed: boolean } | undefined) => {
  const slot = (
    <>
      <h1>page</h1>
      <PromoSlot trial={trial}>
        <button>Start free trial</button>
      </PromoSlot>
    </>
  )
  const view = await renderScreen(inRouter(slot, path).page)
  await screen.findByRole('heading')
  return view
}
const claimable = { can_claim: true, has_claimed: false }
const banner = () => screen.queryByRole('button', { name: 'Start free trial' })

describe('promo banner slot (B§2)', () => {
  it('is empty when there is no trial', async () => {
    await slotAt('/', undefined)
    expect(banner()).toBeNull()
  })

  it('shows the banner once and not again after leaving the page', async () => {
    const first = await slotAt('/', claimable)
    expect(banner()).toBeTruthy()
    first.unmount()
    await slotAt('/home', claimable)
    expect(banner()).toBeNull()
  })

  it('remembers that the banner was closed in memory only', async () => {
    const first = await slotAt('/', claimable)
    await first.user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(banner()).toBeNull()
    expect(localStorage.length + sessionStorage.length).toBe(
      Object.keys(localStorage).filter((key) => !key.includes('promo')).length +
        Object.keys(sessionStorage).filter((key) => !key.includes('promo')).length,
    )
    first.unmount()
    forgetPromo()
    await slotAt('/', claimable)
    expect(banner()).toBeTruthy()
  })

  it('is empty on other pages', async () => {
    await slotAt('/ask', claimable)
    expect(banner()).toBeNull()
  })
})
