import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { minutes } from '#shared/units.ts'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { Menu } from '#ui/menu/Menu.tsx'
import { MockAudioElement } from '#test/screens/MockAudioElement.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockServer } from '#test/screens/mockServer.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { CopyMomentItem } from './CopyMomentItem.tsx'
import { usePlayer } from './PlayerContext.ts'
import { PlayerProvider } from './PlayerProvider.tsx'

const FILE_ID = 'a'.repeat(32)

afterEach(() => vi.unstubAllGlobals())

function SeekButton() {
  const playback = usePlayer()
  return <button onClick={() => playback.seek(62_400)}>seek</button>
}

async function openMenu(position = 374_000, locale: Locale = 'en_US') {
  mockServer([])
  const view = await renderWithProviders(
    <PlayerProvider fileId={FILE_ID} duration={minutes(48)} position={position} element={new MockAudioElement(minutes(48))}>
      <SeekButton />
      <Menu trigger={<button>More</button>}>
        <CopyMomentItem fileId={FILE_ID} />
      </Menu>
    </PlayerProvider>,
    { locale },
  )
  const copy = async () => {
    await view.user.click(screen.getByRole('button', { name: 'More' }))
    await view.user.click(await screen.findByRole('menuitem', { name: 'Copy link to this moment' }))
  }
  return { ...view, copy }
}

describe('copying a link to the moment', () => {
  it('copies where the player is, also after it has moved, and names the time', async () => {
    const { user, copy } = await openMenu()
    await copy()
    await screen.findByText(/Link to .?6:14.? copied/)
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/file/${FILE_ID}#t=374000`)
    await user.click(screen.getByRole('button', { name: 'seek' }))
    await copy()
    await screen.findByText(/Link to .?1:02.? copied/)
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/file/${FILE_ID}#t=62400`)
  })

  it('works with the keyboard', async () => {
    const { user } = await openMenu()
    await user.tab()
    await user.tab()
    await user.keyboard('{Enter}')
    await screen.findByRole('menuitem', { name: 'Copy link to this moment' })
    expect(await axeViolations()).toEqual([])
    await user.keyboard('{Enter}')
    await screen.findByText(/Link to .?6:14.? copied/)
  })

  it.each([
    ['refuses it', { writeText: () => Promise.reject(new DOMException('no', 'NotAllowedError')) }],
    ['has no clipboard on plain http', undefined],
  ])('says so when the browser %s', async (_, clipboard) => {
    const { copy } = await openMenu()
    const original = Object.getOwnPropertyDescriptor(navigator, 'clipboard')
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard })
    await copy()
    await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain('The link could not be copied'))
    if (original) Object.defineProperty(navigator, 'clipboard', original)
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    const { user } = await openMenu(0, locale)
    await user.click(screen.getByRole('button', { name: 'More' }))
    expect((await screen.findByRole('menuitem')).textContent).not.toMatch(/moment_/)
  })
})
