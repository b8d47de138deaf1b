import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { OfflineBanner } from './OfflineBanner.tsx'
import { noteReached } from './reachability.ts'
import { ServerNotices, raiseNotice } from './ServerNotices.tsx'

describe('what the server tells everybody (A§8)', () => {
  it('a region lock is its message and one OK', async () => {
    let reloads = 0
    const { user } = await renderScreen(<ServerNotices reload={() => (reloads += 1)} />)
    act(() => raiseNotice({ kind: 'region-locked', message: 'This account lives elsewhere.', link: undefined }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Notice' })
    expect(dialog.textContent).toContain('This account lives elsewhere.')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['OK'])
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(reloads).toBe(0)
  })

  it('words are text only', async () => {
    await renderScreen(<ServerNotices />)
    act(() =>
      raiseNotice({
        kind: 'region-locked',
        message: '<img src=x onerror=alert(1)> <a href="https://evil">go</a>',
        link: undefined,
      }),
    )
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('<img src=x')
    expect(dialog.querySelector('img, a')).toBeNull()
  })

  it('a migration opens its link in a new tab and reloads', async () => {
    const opened: unknown[] = []
    vi.spyOn(window, 'open').mockImplementation((link) => (opened.push(link), null))
    let reloads = 0
    const { user } = await renderScreen(<ServerNotices reload={() => (reloads += 1)} />)
    for (const link of ['https://new.example.org/', 'javascript:alert(1)', 'https://user:word@example.org/']) {
      act(() => raiseNotice({ kind: 'migrated', message: 'We moved.', link }))
      await user.click(await screen.findByRole('button', { name: 'OK' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    expect(opened).toEqual(['https://new.example.org/'])
    expect(reloads).toBe(3)
    vi.restoreAllMocks()
  })
})

describe('the offline sentence', () => {
  it('stands while the server does not answer', async () => {
    await renderScreen(<OfflineBanner />)
    const region = screen.getByRole('status')
    expect(region.textContent).toBe('')
    act(() => noteReached(false))
    expect(region.textContent).toContain('The server cannot be reached.')
    act(() => noteReached(true))
    expect(region.textContent).toBe('')
  })
})
