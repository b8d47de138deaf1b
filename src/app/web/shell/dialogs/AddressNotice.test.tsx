import { createMemoryHistory } from '@tanstack/react-router'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { accessibilityTroubles } from '#test/screen/axe.ts'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { serveInMemory } from '#test/screen/serveInMemory.ts'
import { tellsFacts } from '#test/screen/serverFacts.ts'
import type { Locale } from '#ui/locales.ts'
import { AddressNotice } from './AddressNotice.tsx'
import * as shown from './AddressNoticeScreen.tsx'

const opened: unknown[] = []

async function at(href: string, { locale }: { locale?: Locale } = {}) {
  const history = createMemoryHistory({ initialEntries: [href] })
  const view = await renderScreen(<AddressNotice history={history} />, locale ? { locale } : {})
  return { ...view, history, where: () => history.location.href }
}
const query = (words: Record<string, string>) => `/search?q=talk&${new URLSearchParams(words)}`
const buttons = () => screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)

beforeEach(() => {
  serveInMemory([tellsFacts({ main_domain: 'earshot.example' })])
  vi.spyOn(window, 'open').mockImplementation((link) => (opened.push(link), null))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  opened.length = 0
})

describe('the notice dialog by URL code (A§2)', () => {
  it('has the Chinese title of the specification', async () => {
    for (const locale of ['zh_CN', 'zh_TW'] as const) {
      const { unmount } = await at('/?code=1', { locale })
      expect(await screen.findByRole('dialog', { name: '通知' })).toBeTruthy()
      unmount()
    }
  })

  it('shows a region lock without close, cancel and red confirm, and ignores Esc and clicks outside', async () => {
    const { user } = await at(query({ code: '-10000', alert: 'Not here.' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Notice' })
    expect(dialog.textContent).toContain('Not here.')
    expect(buttons()).toEqual(['OK'])
    expect(screen.getByRole('button', { name: 'OK' }).className).not.toContain('signal')
    await user.keyboard('{Escape}')
    await user.pointer({ keys: '[MouseLeft]', target: document.body })
    const backdrop = dialog.parentElement?.previousElementSibling
    if (backdrop) await user.click(backdrop)
    expect(screen.getByRole('alertdialog')).toBe(dialog)
    expect(await accessibilityTroubles()).toEqual([])
  })

  it('shows a migration with a close button and without cancel', async () => {
    const { user } = await at(query({ code: '-9999', alert: 'We moved.' }))
    await screen.findByRole('dialog', { name: 'Notice' })
    expect(buttons()).toEqual(['OK', 'Close'])
    expect(await accessibilityTroubles()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows any other code with close and cancel, and shows its number if no text is given', async () => {
    const { user, where } = await at(query({ code: '42', confirm: 'Go on' }))
    const dialog = await screen.findByRole('dialog', { name: 'Notice' })
    expect(buttons()).toEqual(['Cancel', 'Go on', 'Close'])
    expect(dialog.textContent).toContain('code 42')
    expect(await accessibilityTroubles()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([where(), opened]).toEqual(['/search?q=talk', []])
  })

  it('removes only its own query from the URL, 500 ms after opening', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const { where } = await at(query({ code: '-10000', alert: 'x', confirm: 'y', link: 'https://earshot.example/' }))
    await act(() => vi.dynamicImportSettled())
    for (let tick = 0; tick < 50 && !screen.queryByRole('alertdialog'); tick += 1) await act(async () => {})
    expect(screen.getByRole('alertdialog')).toBeTruthy()
    act(() => void vi.advanceTimersByTime(499))
    expect(where()).toContain('code=-10000')
    act(() => void vi.advanceTimersByTime(1))
    expect(where()).toBe('/search?q=talk')
    expect(screen.getByRole('alertdialog')).toBeTruthy()
  })

  it('shows HTML as text and offers no link to an untrusted host', async () => {
    await at(
      query({ code: '1', alert: '<img src=x onerror=alert(1)> <a href="https://evil.test">go</a>', link: 'https://evil.test/' }),
    )
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('<img src=x')
    expect(dialog.querySelector('img, a')).toBeNull()
    expect(dialog.textContent).not.toContain('Goes on')
  })

  it('ignores the code of an authorization', async () => {
    const { where } = await at('/?client_id=zapier&flag=auth&response_type=code&code=1')
    await act(() => vi.dynamicImportSettled())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(where()).toContain('code=1')
  })

  it('opens when the URL changes', async () => {
    const { history } = await at('/')
    act(() => history.push('/home?code=7&alert=Hello'))
    expect((await screen.findByRole('dialog')).textContent).toContain('Hello')
  })
})

describe('confirming a notice (A§2)', () => {
  const screenOf = async (words: Record<string, string>) => {
    const did: string[] = []
    const view = await renderScreen(
      <shown.AddressNoticeScreen
        query={`?${new URLSearchParams(words)}`}
        onShown={() => {}}
        onClose={() => did.push('closed')}
        reload={() => did.push('reloaded')}
      />,
    )
    return { ...view, did }
  }

  it('opens the link in a new tab, then reloads without the query', async () => {
    const { user, did } = await screenOf({ code: '-9999', link: 'https://new.earshot.example/x' })
    expect(await screen.findByText('Goes on at new.earshot.example, in a new tab.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'OK' }))
    expect(opened).toEqual(['https://new.earshot.example/x'])
    expect(did).toEqual(['closed', 'reloaded'])
  })

  it('only reloads if there is no link or its host is not trusted', async () => {
    for (const link of ['javascript:alert(1)', '//evil.test', 'https://a@earshot.example/', '']) {
      const { user, did, unmount } = await screenOf({ code: '-10000', link })
      await user.click(await screen.findByRole('button', { name: 'OK' }))
      expect([opened, did]).toEqual([[], ['closed', 'reloaded']])
      unmount()
    }
  })
})
