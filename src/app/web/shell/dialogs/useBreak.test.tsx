import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessibilityTroubles } from '#test/screen/axe.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { hours, minutes, seconds } from '#kit/units.ts'
import { BreakPlace } from './ShellDialogsLater.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: 1_000_000 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  localStorage.clear()
})

/** Uses the page for `length` milliseconds, pressing a key every five minutes. */
function use(length: number): void {
  for (let done = 0; done < length; done += minutes(5)) {
    act(() => void vi.advanceTimersByTime(Math.min(minutes(5), length - done)))
    fireEvent.keyDown(document.body, { key: 'a' })
  }
}
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
/** Waits for dynamic imports without advancing the fake timers. */
async function arrive(): Promise<void> {
  await act(() => vi.dynamicImportSettled())
  for (let turn = 0; turn < 20; turn += 1) await act(async () => {})
}
const dialog = () => screen.queryByRole('dialog', { name: 'Time for a Little Break' })

const place = () => renderScreen(<BreakPlace />)

describe('Time for a Little Break (A§2, B§2)', () => {
  it('opens after three hours without a pause, and shows the seconds left and the length of the session', async () => {
    await place()
    use(hours(3) - seconds(15))
    await arrive()
    expect(dialog()).toBeNull()
    pass(seconds(15))
    await arrive()
    expect(dialog()?.textContent).toContain('60 seconds')
    expect(dialog()?.textContent).toContain('3 hours 0 minutes 0 seconds')
    pass(seconds(12))
    expect(dialog()?.textContent).toContain('48 seconds')
    expect(dialog()?.textContent).toContain('3 hours 0 minutes 12 seconds')
    vi.useRealTimers()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep going'))
    expect(await accessibilityTroubles()).toEqual([])
  })

  it('closes by itself after 60 seconds, and opens again after three more hours', async () => {
    await place()
    use(hours(3))
    await arrive()
    pass(seconds(59))
    expect(dialog()).toBeTruthy()
    pass(seconds(1))
    await arrive()
    expect(dialog()).toBeNull()
    use(hours(2.9))
    await arrive()
    expect(dialog()).toBeNull()
    use(minutes(10))
    await arrive()
    expect(dialog()).toBeTruthy()
  })

  it('closes by "Keep going"', async () => {
    await place()
    use(hours(3))
    await arrive()
    fireEvent.click(screen.getByRole('button', { name: 'Keep going' }))
    await arrive()
    expect(dialog()).toBeNull()
  })

  it('never opens again in this browser after "Don’t remind me"', async () => {
    const { unmount } = await place()
    use(hours(3))
    await arrive()
    fireEvent.click(screen.getByRole('button', { name: 'Don’t remind me' }))
    unmount()
    await place()
    use(hours(7))
    await arrive()
    expect(dialog()).toBeNull()
  })

  it('does not open after a pause of ten minutes, or after the tab was hidden', async () => {
    await place()
    use(hours(2))
    pass(minutes(10))
    use(hours(2.5))
    await arrive()
    expect(dialog()).toBeNull()
    fireEvent(document, new Event('visibilitychange'))
    use(hours(2.5))
    await arrive()
    expect(dialog()).toBeNull()
  })
})
