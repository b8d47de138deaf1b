import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { mockServer } from '#test/screens/mockServer.ts'
import { handleSiteSettings } from '#test/screens/siteSettings.ts'
import type { Locale } from '#shared/locales.ts'
import { UrlNoticePrompt } from './UrlNoticePrompt.tsx'
import * as shown from './UrlNoticeDialog.tsx'

const openedLinks: unknown[] = []

async function renderAt(href: string, { locale }: { locale?: Locale } = {}) {
  const history = createMemoryHistory({ initialEntries: [href] })
  const view = await renderWithProviders(<UrlNoticePrompt history={history} />, locale ? { locale } : {})
  return { ...view, history, currentUrl: () => history.location.href }
}
const makeUrl = (params: Record<string, string>) => `/search?q=talk&${new URLSearchParams(params)}`
const buttonNames = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)

beforeEach(() => {
  mockServer([handleSiteSettings({ main_domain: 'earshot.example' })])
  vi.spyOn(window, 'open').mockImplementation((link) => (openedLinks.push(link), null))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  openedLinks.length = 0
})

describe('the notice dialog by URL code (A§2)', () => {
  it('has the Chinese title of the specification', async () => {
    for (const locale of ['zh_CN', 'zh_TW'] as const) {
      const { unmount } = await renderAt('/?code=1', { locale })
      expect(await screen.findByRole('dialog', { name: '通知' })).toBeTruthy()
      unmount()
    }
  })

  it('shows a region lock without close, cancel and red confirm, and ignores Esc and clicks outside', async () => {
    const { user } = await renderAt(makeUrl({ code: '-10000', alert: 'Not here.' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Notice' })
    expect(dialog.textContent).toContain('Not here.')
    expect(buttonNames()).toEqual(['OK'])
    expect(screen.getByRole('button', { name: 'OK' }).className).not.toContain('signal')
    await user.keyboard('{Escape}')
    await user.pointer({ keys: '[MouseLeft]', target: document.body })
    const backdrop = dialog.parentElement?.previousElementSibling
    if (backdrop) await user.click(backdrop)
    expect(screen.getByRole('alertdialog')).toBe(dialog)
    expect(await axeViolations()).toEqual([])
  })

  it('shows a migration with a close button and without cancel', async () => {
    const { user } = await renderAt(makeUrl({ code: '-9999', alert: 'We moved.' }))
    await screen.findByRole('dialog', { name: 'Notice' })
    expect(buttonNames()).toEqual(['OK', 'Close'])
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows any other code with close and cancel, and shows its number if no text is given', async () => {
    const { user, currentUrl } = await renderAt(makeUrl({ code: '42', confirm: 'Go on' }))
    const dialog = await screen.findByRole('dialog', { name: 'Notice' })
    expect(buttonNames()).toEqual(['Cancel', 'Go on', 'Close'])
    expect(dialog.textContent).toContain('code 42')
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([currentUrl(), openedLinks]).toEqual(['/search?q=talk', []])
  })

  it('removes only its own query from the URL, 500 ms after opening', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { currentUrl } = await renderAt(makeUrl({ code: '-10000', alert: 'x', confirm: 'y', link: 'https://earshot.example/' }))
    await act(() => vi.dynamicImportSettled())
    for (let tick = 0; tick < 50 && !screen.queryByRole('alertdialog'); tick += 1) await act(async () => {})
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(499))
    expect(currentUrl()).toContain('code=-10000')
    act(() => void vi.advanceTimersByTime(1))
    expect(currentUrl()).toBe('/search?q=talk')
    expect(screen.getByRole('alertdialog')).toBeTruthy()
  })

  it('shows HTML as text and offers no link to an untrusted host', async () => {
    await renderAt(
      makeUrl({
        code: '1',
        alert: '<img src=x onerror=alert(1)> <a href="https://evil.test">go</a>',
        link: 'https://evil.test/',
      }),
    )
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('<img src=x')
    expect(dialog.querySelector('img, a')).toBeNull()
    expect(dialog.textContent).not.toContain('Goes on')
  })

  it('ignores the code of an authorization', async () => {
    const { currentUrl } = await renderAt('/?client_id=zapier&flag=auth&response_type=code&code=1')
    await act(() => vi.dynamicImportSettled())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(currentUrl()).toContain('code=1')
  })

  it('opens when the URL changes', async () => {
    const { history } = await renderAt('/')
    act(() => history.push('/home?code=7&alert=Hello'))
    expect((await screen.findByRole('dialog')).textContent).toContain('Hello')
  })
})

describe('confirming a notice (A§2)', () => {
  const renderDialog = async (params: Record<string, string>) => {
    const calls: string[] = []
    const view = await renderWithProviders(
      <shown.UrlNoticeDialog
        open
        query={`?${new URLSearchParams(params)}`}
        onShown={() => {}}
        onClose={() => calls.push('closed')}
        reload={() => calls.push('reloaded')}
      />,
    )
    return { ...view, calls }
  }

  it('opens the link in a new tab, then reloads without the query', async () => {
    const { user, calls } = await renderDialog({ code: '-9999', link: 'https://new.earshot.example/x' })
    expect(await screen.findByText('Opens new.earshot.example in a new tab.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(openedLinks).toEqual(['https://new.earshot.example/x'])
    expect(calls).toEqual(['closed', 'reloaded'])
  })

  it('only reloads if there is no link or its host is not trusted', async () => {
    for (const link of ['javascript:alert(1)', '//evil.test', 'https://a@earshot.example/', '']) {
      const { user, calls, unmount } = await renderDialog({ code: '-10000', link })
      await user.click(await screen.findByRole('button', { name: 'OK' }))
      expect([openedLinks, calls]).toEqual([[], ['closed', 'reloaded']])
      unmount()
    }
  })
})
