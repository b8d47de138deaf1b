import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { LOCALES } from '#browser/i18n/locales.ts'
import { loadNamespace } from '../../i18n.ts'
import type { ShellActions } from '../ShellActions.ts'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { SHORTCUTS } from './shortcuts.ts'
import { useGlobalShortcuts } from './useGlobalShortcuts.ts'

afterEach(() => localStorage.clear())

function TestPage({ actions }: { actions: ShellActions }) {
  const [isListOpen, setListOpen] = useState(false)
  useGlobalShortcuts({ ...actions, showShortcuts: () => setListOpen(true) })
  return (
    <main>
      <input aria-label="A field" />
      <div role="textbox" aria-label="Editor" contentEditable tabIndex={0} suppressContentEditableWarning>
        text
      </div>
      <ShortcutsDialog open={isListOpen} onClose={() => setListOpen(false)} />
    </main>
  )
}

async function renderTestPage(locale: (typeof LOCALES)[number] = 'en_US') {
  const mockAction = () => vi.fn<() => void>()
  const actions = {
    openUpload: mockAction(),
    showShortcuts: mockAction(),
    recordHere: mockAction(),
    startRecording: mockAction(),
    openDownload: mockAction(),
    openSettings: vi.fn<(pane?: string) => void>(),
    openPalette: mockAction(),
    toggleSidebar: mockAction(),
    toggleRightSidebar: mockAction(),
    signOut: mockAction(),
    guard: vi.fn<(action: () => void) => void>((action) => action()),
  }
  const { page, address } = withRouter(<TestPage actions={actions} />)
  const view = await renderWithProviders(page, { locale })
  await loadNamespace('pages')
  await screen.findByRole('main')
  const calledActions = () => Object.entries(actions).flatMap(([name, { mock }]) => mock.calls.map(() => name))
  return { ...view, actions, address, calledActions }
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
    const { user, calledActions } = await renderTestPage()
    await user.keyboard(keys)
    expect(calledActions()).toEqual([action])
  })

  it.each([
    ['gh', '/'],
    ['gf', '/file-list?categoryId=allFiles'],
    ['ga', '/ask'],
    ['gt', '/community-templates'],
    ['/', '/search'],
  ])('%s opens %s', async (keys, path) => {
    const { user, address } = await renderTestPage()
    await user.keyboard(keys)
    await waitFor(() => expect(address()).toBe(path))
  })

  it('runs the guard before g a opens a page (B§2)', async () => {
    const { user, address, actions } = await renderTestPage()
    actions.guard.mockImplementation(() => {})
    await user.keyboard('ga')
    expect(actions.guard).toHaveBeenCalledOnce()
    expect(address()).toBe('/')
  })

  it.each(['A field', 'Editor'])('are ignored in a text field (%s), except those with Ctrl or Cmd', async (label) => {
    const { user, calledActions, address } = await renderTestPage()
    screen.getByLabelText(label).focus()
    await user.keyboard('un[[]gf?{Control>}k{/Control}')
    expect(calledActions()).toEqual(['openPalette'])
    expect(address()).toBe('/')
  })

  it('are ignored during IME composition', async () => {
    const { calledActions } = await renderTestPage()
    fireEvent.keyDown(document.body, { key: 'u', isComposing: true })
    fireEvent.keyDown(document.body, { key: 'u', keyCode: 229 })
    expect(calledActions()).toEqual([])
  })

  it('are ignored while a dialog is open', async () => {
    const { user, calledActions } = await renderTestPage()
    await user.keyboard('?')
    await screen.findByRole('dialog')
    await user.keyboard('un[[{Control>}k{/Control}')
    expect(calledActions()).toEqual([])
  })

  it('work again as soon as the dialog is closed, even during its fade-out', async () => {
    const { calledActions, user } = await renderTestPage()
    const fadingDialog = document.body.appendChild(document.createElement('div'))
    fadingDialog.setAttribute('role', 'dialog')
    await user.keyboard('u')
    expect(calledActions()).toEqual([])
    fadingDialog.setAttribute('data-closed', '')
    await user.keyboard('u')
    expect(calledActions()).toEqual(['openUpload'])
    fadingDialog.remove()
  })

  it('can be disabled if they have no modifier; those with Ctrl and the switch itself stay (WCAG 2.1.4)', async () => {
    const first = await renderTestPage()
    await first.user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(await axeViolations()).toEqual([])
    await first.user.click(within(dialog).getByRole('switch', { name: 'Keys pressed alone' }))
    await first.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await first.user.keyboard('ugf?{Control>}k{/Control}')
    expect(first.calledActions()).toEqual(['openPalette'])
    expect(first.address()).toBe('/')
    first.unmount()
    const later = await renderTestPage()
    await later.user.keyboard('u')
    expect(later.calledActions()).toEqual([])
  })
})

describe('the list of keyboard shortcuts', () => {
  it.each(SHORTCUTS)('uses no keys twice in $name', ({ keys }) => {
    const keyCombinations = keys.map(({ press }) => press.join(' '))
    expect(new Set(keyCombinations).size).toBe(keyCombinations.length)
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    const { user } = await renderTestPage(locale)
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).not.toMatch(/keys?_|press_/)
  })
})
