import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { days } from '#shared/units.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { setReachable } from '#browser/http/reachability.ts'

afterEach(() => {
  act(() => setReachable(true))
  vi.restoreAllMocks()
})

const bannerText = () => screen.getByRole('status').textContent
const today = () => new Date().setHours(14, 2, 0, 0)

describe('OfflineBanner', () => {
  it('is empty while the server is reachable', async () => {
    await renderWithProviders(<OfflineBanner lastLoaded={today()} />)
    expect(bannerText()).toBe('')
  })

  it('says that the data may be out of date when the time of loading is unknown', async () => {
    await renderWithProviders(<OfflineBanner />)
    act(() => setReachable(false))
    expect(bannerText()).toContain('may be out of date')
  })

  it('shows the time of loading for today, and also the date for earlier days', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { rerender } = await renderWithProviders(<OfflineBanner lastLoaded={today()} />)
    act(() => setReachable(false))
    expect(bannerText()).toMatch(/^You are offline\. Last updated at (2:02\sPM|14:02)\.$/)
    rerender(<OfflineBanner lastLoaded={today() - days(1)} />)
    expect(bannerText()).toMatch(/20\d\d.*2/)
  })

  it('does not say offline when only the server is unreachable', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await renderWithProviders(<OfflineBanner lastLoaded={today()} />)
    act(() => setReachable(false))
    expect(bannerText()).toMatch(/^The server cannot be reached\. Last updated at /)
  })
})
