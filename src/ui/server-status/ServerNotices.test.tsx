import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { setReachable } from '#browser/http/reachability.ts'
import { ServerNotices, isSafeLink, showServerNotice } from './ServerNotices.tsx'

describe('ServerNotices (A§8)', () => {
  it('shows the message and a single OK button for a region lock', async () => {
    let reloads = 0
    const { user } = await renderWithProviders(<ServerNotices reload={() => (reloads += 1)} />)
    act(() => showServerNotice({ kind: 'region-locked', message: 'This account lives elsewhere.', link: undefined }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Notice' })
    expect(dialog.textContent).toContain('This account lives elsewhere.')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['OK'])
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(reloads).toBe(0)
  })

  it('renders the message as text, not as HTML', async () => {
    await renderWithProviders(<ServerNotices />)
    act(() =>
      showServerNotice({
        kind: 'region-locked',
        message: '<img src=x onerror=alert(1)> <a href="https://evil">go</a>',
        link: undefined,
      }),
    )
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('<img src=x')
    expect(dialog.querySelector('img, a')).toBeNull()
  })

  it('opens the link of a migration in a new tab and reloads, but opens no unsafe link', async () => {
    const opened: unknown[] = []
    vi.spyOn(window, 'open').mockImplementation((link) => (opened.push(link), null))
    let reloads = 0
    const { user } = await renderWithProviders(<ServerNotices reload={() => (reloads += 1)} />)
    for (const link of ['https://new.example.org/', 'javascript:alert(1)', 'https://user:word@example.org/']) {
      act(() => showServerNotice({ kind: 'migrated', message: 'We moved.', link }))
      await user.click(await screen.findByRole('button', { name: 'OK' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    expect(opened).toEqual(['https://new.example.org/'])
    expect(reloads).toBe(3)
    vi.restoreAllMocks()
  })
})

describe('OfflineBanner', () => {
  it('is shown while the server is unreachable', async () => {
    await renderWithProviders(<OfflineBanner />)
    const region = screen.getByRole('status')
    expect(region.textContent).toBe('')
    act(() => setReachable(false))
    expect(region.textContent).toContain('The server cannot be reached.')
    act(() => setReachable(true))
    expect(region.textContent).toBe('')
  })
})

describe('isSafeLink (A§8)', () => {
  it.each([
    ['https://moved.example.org/', true],
    ['http://moved.example.org/', false],
    ['https://app.example.org@evil.org/', false],
    ['https://user:word@app.example.org/', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//evil.org', false],
    ['', false],
  ])('%s on an https page returns %s', (link, isSafe) => {
    expect(isSafeLink(link, { protocol: 'https:' })).toBe(isSafe)
  })

  it('allows http on an http page', () => {
    expect(isSafeLink('http://192.168.1.20:4310/', { protocol: 'http:' })).toBe(true)
  })
})
