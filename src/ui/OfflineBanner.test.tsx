import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { days } from '#kit/units.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { noteReached } from './reachability.ts'

afterEach(() => {
  act(() => noteReached(true))
  vi.restoreAllMocks()
})

const said = () => screen.getByRole('status').textContent
const today = () => new Date().setHours(14, 2, 0, 0)

describe('OfflineBanner', () => {
  it('is empty while the server is reachable', async () => {
    await renderScreen(<OfflineBanner lastLoaded={today()} />)
    expect(said()).toBe('')
  })

  it('says that the data may be out of date when the time of loading is unknown', async () => {
    await renderScreen(<OfflineBanner />)
    act(() => noteReached(false))
    expect(said()).toContain('may be out of date')
  })

  it('shows the time of loading for today, and also the date for earlier days', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { rerender } = await renderScreen(<OfflineBanner lastLoaded={today()} />)
    act(() => noteReached(false))
    expect(said()).toMatch(/^You are offline\. Showing what was last loaded at (2:02\sPM|14:02)\.$/)
    rerender(<OfflineBanner lastLoaded={today() - days(1)} />)
    expect(said()).toMatch(/20\d\d.*2/)
  })

  it('does not say offline when only the server is unreachable', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    await renderScreen(<OfflineBanner lastLoaded={today()} />)
    act(() => noteReached(false))
    expect(said()).toMatch(/^The server cannot be reached\. Showing what was last loaded at /)
  })
})
