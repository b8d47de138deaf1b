import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { FeatureScreen } from '#test/screens/FeatureScreen.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { hours, minutes, seconds } from '#shared/units.ts'
import { closeDialog } from '#ui/dialog/openDialog.ts'
import { siteFeature } from '../../web.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: 1_000_000 })
})
afterEach(() => {
  cleanup()
  closeDialog('break')
  vi.useRealTimers()
  localStorage.clear()
})

/** Uses the page for `length` milliseconds, pressing a key every five minutes. */
function simulateUse(length: number): void {
  for (let elapsed = 0; elapsed < length; elapsed += minutes(5)) {
    act(() => void vi.advanceTimersByTime(Math.min(minutes(5), length - elapsed)))
    fireEvent.keyDown(document.body, { key: 'a' })
  }
}
const advanceTime = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
/** Waits for dynamic imports without advancing the fake timers. */
async function settleImports(): Promise<void> {
  await act(() => vi.dynamicImportSettled())
  for (let turn = 0; turn < 20; turn += 1) await act(async () => {})
}
const getDialog = () => screen.queryByRole('dialog', { name: 'Time for a Little Break' })

const { break: breakDialog } = siteFeature.dialogs ?? {}
const renderPrompt = async () => {
  const view = await renderWithProviders(
    <FeatureScreen features={[{ name: 'site', dialogs: breakDialog && { break: breakDialog } }]} />,
  )
  await settleImports()
  return view
}

describe('Time for a Little Break (A§2, B§2)', () => {
  it('opens after three hours without a pause, and shows the seconds left and the length of the session', async () => {
    await renderPrompt()
    simulateUse(hours(3) - seconds(15))
    await settleImports()
    expect(getDialog()).toBeNull()
    advanceTime(seconds(15))
    await settleImports()
    expect(getDialog()?.textContent).toContain('60 seconds')
    expect(getDialog()?.textContent).toContain('3 hours 0 minutes 0 seconds')
    advanceTime(seconds(12))
    expect(getDialog()?.textContent).toContain('48 seconds')
    expect(getDialog()?.textContent).toContain('3 hours 0 minutes 12 seconds')
    vi.useRealTimers()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep going'))
    expect(await axeViolations()).toEqual([])
  })

  it('closes by itself after 60 seconds, and opens again after three more hours', async () => {
    await renderPrompt()
    simulateUse(hours(3))
    await settleImports()
    advanceTime(seconds(59))
    expect(getDialog()).toBeTruthy()
    advanceTime(seconds(1))
    await settleImports()
    expect(getDialog()).toBeNull()
    simulateUse(hours(2.9))
    await settleImports()
    expect(getDialog()).toBeNull()
    simulateUse(minutes(10))
    await settleImports()
    expect(getDialog()).toBeTruthy()
  })

  it('closes by "Keep going"', async () => {
    await renderPrompt()
    simulateUse(hours(3))
    await settleImports()
    fireEvent.click(screen.getByRole('button', { name: 'Keep going' }))
    await settleImports()
    expect(getDialog()).toBeNull()
  })

  it('never opens again in this browser after "Don’t remind me"', async () => {
    const { unmount } = await renderPrompt()
    simulateUse(hours(3))
    await settleImports()
    fireEvent.click(screen.getByRole('button', { name: 'Don’t remind me' }))
    unmount()
    await renderPrompt()
    simulateUse(hours(7))
    await settleImports()
    expect(getDialog()).toBeNull()
  })

  it('does not open after a pause of ten minutes, or after the tab was hidden', async () => {
    await renderPrompt()
    simulateUse(hours(2))
    advanceTime(minutes(10))
    simulateUse(hours(2.5))
    await settleImports()
    expect(getDialog()).toBeNull()
    fireEvent(document, new Event('visibilitychange'))
    simulateUse(hours(2.5))
    await settleImports()
    expect(getDialog()).toBeNull()
  })
})
