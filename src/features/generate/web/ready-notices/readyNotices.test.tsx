import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { minutes } from '#shared/units.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockNotifications } from '#test/screens/mockNotifications.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { STORAGE_KEYS, getItem } from '#browser/storage/storage.ts'
import { ReadyNoticeOffer } from './ReadyNoticeOffer.tsx'
import { ReadyNoticesRow } from './ReadyNoticesRow.tsx'

afterEach(() => vi.unstubAllGlobals())

const choice = () => getItem(STORAGE_KEYS.readyNotices)

describe('the setting', () => {
  const getSwitch = () => screen.getByRole('switch', { name: 'Notify me when a recording is ready' })
  const isOn = () => getSwitch().getAttribute('aria-checked') === 'true'

  it('asks the browser only when it is turned on, and keeps the choice in this browser', async () => {
    const notifications = mockNotifications({ permission: 'default', answer: 'granted' })
    const { user } = await renderWithProviders(<ReadyNoticesRow />)
    expect([isOn(), notifications.asked]).toEqual([false, 0])
    await user.click(getSwitch())
    await waitFor(() => expect(isOn()).toBe(true))
    expect([choice(), notifications.asked]).toEqual([true, 1])
    await user.click(getSwitch())
    expect([isOn(), choice()]).toEqual([false, false])
    await user.click(getSwitch())
    await waitFor(() => expect(isOn()).toBe(true))
    expect(notifications.asked).toBe(1)
    expect(await axeViolations()).toEqual([])
  })

  it('stays off and explains why when the browser blocks notifications', async () => {
    mockNotifications({ permission: 'default', answer: 'denied' })
    const { user } = await renderWithProviders(<ReadyNoticesRow />)
    await user.click(getSwitch())
    await screen.findByText(/This browser blocks notifications from Earshot/)
    expect([isOn(), getSwitch().hasAttribute('data-disabled')]).toEqual([false, true])
  })

  it('can be turned on again once the browser allows it', async () => {
    mockNotifications({ permission: 'denied' })
    await renderWithProviders(<ReadyNoticesRow />)
    expect(screen.getByText(/This browser blocks notifications/)).toBeTruthy()
    Object.assign(Notification, { permission: 'default' })
    act(() => void window.dispatchEvent(new Event('focus')))
    expect(screen.getByText('In this browser, while no Earshot tab is visible.')).toBeTruthy()
  })

  it.each([
    ['on plain http', () => vi.stubGlobal('isSecureContext', false), 'Notifications need a secure connection (https).'],
    [
      'in a browser without notifications',
      () => vi.stubGlobal('Notification', undefined),
      'This browser cannot show notifications.',
    ],
  ])('is disabled with the reason %s', async (_, prepare, reason) => {
    mockNotifications()
    prepare()
    await renderWithProviders(<ReadyNoticesRow />)
    expect(screen.getByText(reason)).toBeTruthy()
    expect(getSwitch().hasAttribute('data-disabled')).toBe(true)
  })

  it.each(LOCALES)('is translated into %s', async (locale: Locale) => {
    mockNotifications({ permission: 'denied' })
    const { container } = await renderWithProviders(<ReadyNoticesRow />, { locale })
    expect(container.textContent).not.toMatch(/notices/)
  })
})

describe('the offer to a user who waits', () => {
  const offerButton = () => screen.queryByRole('button', { name: 'Notify me when it is ready' })
  const offer = (secondsLeft: number | null, duration = minutes(5)) => (
    <div data-testid="row">
      <ReadyNoticeOffer secondsLeft={secondsLeft} duration={duration} />
    </div>
  )
  const renderOffer = (...[secondsLeft = 300, duration]: [seconds?: number | null, duration?: number]) =>
    renderWithProviders(offer(secondsLeft, duration))
  const place = () => screen.getByTestId('row').firstElementChild
  /** Whether it has a line of its own in a narrow row. */
  const hasLine = () => place()?.classList.contains('@max-[42rem]:hidden') === false

  it('turns notices on, asks the browser then, and is not made again', async () => {
    const notifications = mockNotifications({ permission: 'default', answer: 'granted' })
    const { user, unmount } = await renderOffer()
    expect(notifications.asked).toBe(0)
    expect(await axeViolations()).toEqual([])
    await user.click(offerButton()!)
    await screen.findByText('You will be notified.')
    expect([offerButton(), choice(), notifications.asked]).toEqual([null, true, 1])
    unmount()
    await renderOffer()
    expect(place()).toBeNull()
  })

  it('says so when the browser refuses, and is not made again', async () => {
    mockNotifications({ permission: 'default', answer: 'denied' })
    const { user } = await renderOffer()
    await user.click(offerButton()!)
    await screen.findByText('The browser did not allow notifications.')
    expect([offerButton(), choice()]).toEqual([null, false])
  })

  it('can be dismissed for good, and keeps its place until the task is done', async () => {
    mockNotifications({ permission: 'default' })
    const { user, unmount } = await renderOffer()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect([offerButton(), choice(), hasLine()]).toEqual([null, false, true])
    unmount()
    await renderOffer()
    expect(offerButton()).toBeNull()
  })

  it('is made from the first frame for a long recording, and stays when the time left becomes short', async () => {
    mockNotifications({ permission: 'default' })
    const { rerender } = await renderOffer(null, minutes(10))
    expect([offerButton(), hasLine()]).toEqual([expect.anything(), true])
    rerender(offer(20))
    expect([offerButton(), hasLine()]).toEqual([expect.anything(), true])
  })

  it('has no line for a short recording, but is made in a wide row when it takes long', async () => {
    mockNotifications({ permission: 'default' })
    const { rerender } = await renderOffer(null)
    expect([offerButton(), place(), hasLine()]).toEqual([null, expect.anything(), false])
    rerender(offer(90))
    expect([offerButton(), hasLine()]).toEqual([expect.anything(), false])
  })

  it('is not made for a minute or less', async () => {
    mockNotifications({ permission: 'default' })
    await renderOffer(60, minutes(10))
    expect([offerButton(), hasLine()]).toEqual([null, false])
  })

  it('takes no place where the browser blocks notifications or has none', async () => {
    mockNotifications({ permission: 'denied' })
    const { unmount } = await renderOffer()
    expect(place()).toBeNull()
    unmount()
    vi.stubGlobal('isSecureContext', false)
    await renderOffer()
    expect(place()).toBeNull()
  })
})
