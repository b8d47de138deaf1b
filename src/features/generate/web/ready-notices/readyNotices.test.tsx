import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockNotifications } from '#test/screens/mockNotifications.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { LOCALES } from '#browser/i18n/locales.ts'
import type { Locale } from '#browser/i18n/locales.ts'
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
  const renderOffer = (secondsLeft: number | null = 300) =>
    renderWithProviders(<ReadyNoticeOffer secondsLeft={secondsLeft} className="place" />)
  const place = (container: HTMLElement) => container.querySelector('.place')

  it('turns notices on, asks the browser then, and is not made again', async () => {
    const notifications = mockNotifications({ permission: 'default', answer: 'granted' })
    const { user, unmount } = await renderOffer()
    expect(notifications.asked).toBe(0)
    expect(await axeViolations()).toEqual([])
    await user.click(offerButton()!)
    await screen.findByText('You will be notified.')
    expect([offerButton(), choice(), notifications.asked]).toEqual([null, true, 1])
    unmount()
    const { container } = await renderOffer()
    expect(place(container)).toBeNull()
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
    const { user, container, unmount } = await renderOffer()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect([offerButton(), choice(), place(container)]).toEqual([null, false, expect.anything()])
    unmount()
    await renderOffer()
    expect(offerButton()).toBeNull()
  })

  it('has its place before the time left is known, and stays when it becomes short', async () => {
    mockNotifications({ permission: 'default' })
    const { rerender, container } = await renderOffer(null)
    expect([offerButton(), place(container)]).toEqual([null, expect.anything()])
    rerender(<ReadyNoticeOffer secondsLeft={90} className="place" />)
    expect(offerButton()).toBeTruthy()
    rerender(<ReadyNoticeOffer secondsLeft={20} className="place" />)
    expect(offerButton()).toBeTruthy()
  })

  it('is not made for a minute or less', async () => {
    mockNotifications({ permission: 'default' })
    await renderOffer(60)
    expect(offerButton()).toBeNull()
  })

  it('takes no place where the browser blocks notifications or has none', async () => {
    mockNotifications({ permission: 'denied' })
    const { container, unmount } = await renderOffer()
    expect(place(container)).toBeNull()
    unmount()
    vi.stubGlobal('isSecureContext', false)
    expect(place((await renderOffer()).container)).toBeNull()
  })
})
