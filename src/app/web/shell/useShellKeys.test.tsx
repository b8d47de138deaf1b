import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { accessibilityTroubles } from '#test/screen/axe.ts'
import { inRouter } from '#test/screen/inRouter.tsx'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { LOCALES } from '#ui/locales.ts'
import { bringNamespace } from '../i18n.ts'
import type { ShellActions } from './ShellActions.ts'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { SHORTCUTS } from './shortcuts.ts'
import { useShellKeys } from './useShellKeys.ts'

afterEach(() => localStorage.clear())

function Stage({ actions }: { actions: ShellActions }) {
  const [isListed, setListed] = useState(false)
  useShellKeys({ ...actions, showShortcuts: () => setListed(true) })
  return (
    <main>
      <input aria-label="A field" />
      <div role="textbox" aria-label="Editor" contentEditable tabIndex={0} suppressContentEditableWarning>
        text
      </div>
      <ShortcutsDialog open={isListed} onClose={() => setListed(false)} />
    </main>
  )
}

async function shell(locale: (typeof LOCALES)[number] = 'en_US') {
  const act = () => vi.fn<() => void>()
  const actions = {
    openUpload: act(),
    showShortcuts: act(),
    recordHere: act(),
    startRecording: act(),
    openDownload: act(),
    openSettings: vi.fn<(pane?: string) => void>(),
    openPalette: act(),
    toggleSidebar: act(),
    toggleRightSidebar: act(),
    signOut: act(),
    guard: vi.fn<(action: () => void) => void>((action) => action()),
  }
  const { page, address } = inRouter(<Stage actions={actions} />)
  const view = await renderScreen(page, { locale })
  await bringNamespace('pages')
  await screen.findByRole('main')
  const done = () => Object.entries(actions).flatMap(([name, { mock }]) => mock.calls.map(() => name))
  return { ...view, actions, address, done }
}

describe('the keyboard shortcuts of every page', () => {
  it.each([
    ['u', 'openUpload'],
    ['n', 'recordHere'],
    ['[[', 'toggleSidebar'],
    [']', 'toggleRightSidebar'],
    ['{Control>},{/Control}', 'openSettings'],
    ['{Meta>}k{/Meta}', 'openPalette'],
  ])('%s calls %s', async (keys, action) => {
    const { user, done } = await shell()
    await user.keyboard(keys)
    expect(done()).toEqual([action])
  })

  it.each([
    ['gh', '/'],
    ['gf', '/file-list?categoryId=allFiles'],
    ['ga', '/ask'],
    ['gt', '/community-templates'],
    ['/', '/search'],
  ])('%s opens %s', async (keys, path) => {
    const { user, address } = await shell()
    await user.keyboard(keys)
    await waitFor(() => expect(address()).toBe(path))
  })

  it('runs the guard before g a opens a page (B§2)', async () => {
    const { user, address, actions } = await shell()
    actions.guard.mockImplementation(() => {})
    await user.keyboard('ga')
    expect(actions.guard).toHaveBeenCalledOnce()
    expect(address()).toBe('/')
  })

  it.each(['A field', 'Editor'])('are ignored in a text field (%s), except those with Ctrl or Cmd', async (label) => {
    const { user, done, address } = await shell()
    screen.getByLabelText(label).focus()
    await user.keyboard('un[[]gf?{Control>}k{/Control}')
    expect(done()).toEqual(['openPalette'])
    expect(address()).toBe('/')
  })

  it('are ignored during IME composition', async () => {
    const { done } = await shell()
    fireEvent.keyDown(document.body, { key: 'u', isComposing: true })
    fireEvent.keyDown(document.body, { key: 'u', keyCode: 229 })
    expect(done()).toEqual([])
  })

  it('are ignored while a dialog is open', async () => {
    const { user, done } = await shell()
    await user.keyboard('?')
    await screen.findByRole('dialog')
    await user.keyboard('un[[{Control>}k{/Control}')
    expect(done()).toEqual([])
  })

  it('work again as soon as the dialog is closed, even during its fade-out', async () => {
    const { done, user } = await shell()
    const fading = document.body.appendChild(document.createElement('div'))
    fading.setAttribute('role', 'dialog')
    await user.keyboard('u')
    expect(done()).toEqual([])
    fading.setAttribute('data-closed', '')
    await user.keyboard('u')
    expect(done()).toEqual(['openUpload'])
    fading.remove()
  })

  it('can be disabled if they have no modifier; those with Ctrl and the switch itself stay (WCAG 2.1.4)', async () => {
    const first = await shell()
    await first.user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(await accessibilityTroubles()).toEqual([])
    await first.user.click(within(dialog).getByRole('switch', { name: 'Keys pressed alone' }))
    await first.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await first.user.keyboard('ugf?{Control>}k{/Control}')
    expect(first.done()).toEqual(['openPalette'])
    expect(first.address()).toBe('/')
    first.unmount()
    const later = await shell()
    await later.user.keyboard('u')
    expect(later.done()).toEqual([])
  })
})

describe('the list of keyboard shortcuts', () => {
  it.each(SHORTCUTS)('uses no keys twice in $name', ({ keys }) => {
    const pressed = keys.map(({ press }) => press.join(' '))
    expect(new Set(pressed).size).toBe(pressed.length)
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    const { user } = await shell(locale)
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).not.toMatch(/keys?_|press_/)
  })
})
