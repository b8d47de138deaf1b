import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { devicesContract } from '#features/devices/contract.ts'
import { MembershipContext } from '#features/membership/web.tsx'
import { aMembership } from '#test/screens/aMembership.ts'
import type { UserData } from '#test/screens/aUser.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { handle, mockServer } from '#test/screens/mockServer.ts'
import { closeDialogs } from '#test/screens/closeDialogs.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { LOCALES } from '#shared/locales.ts'
import type { Locale } from '#shared/locales.ts'
import { loadNamespace } from '#browser/i18n/i18n.ts'
import { closeDialog, getOpenDialog, isDialogOpen, useOpenDialog } from '#ui/dialog/openDialog.ts'
import { SidebarsProvider, useSidebars } from '../Sidebars.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { SHORTCUTS } from './shortcuts.ts'
import { useGlobalShortcuts } from './useGlobalShortcuts.ts'

const DIALOGS = ['upload', 'settings', 'palette', 'noMembership'] as const

afterEach(() => {
  closeDialogs(...DIALOGS, 'shortcuts')
  vi.unstubAllGlobals()
  localStorage.clear()
})

function TestPage() {
  useGlobalShortcuts()
  const { left, right } = useSidebars()
  return (
    <main data-left={left.state} data-right={right.isOpen ? 'open' : 'closed'}>
      <input aria-label="A field" />
      <input type="search" aria-label="Search threads" />
      <div role="textbox" aria-label="Editor" contentEditable tabIndex={0} suppressContentEditableWarning>
        text
      </div>
      <ShortcutsDialog open={useOpenDialog('shortcuts') !== undefined} onClose={() => closeDialog('shortcuts')} />
    </main>
  )
}

type PageOptions = { locale?: Locale; membership?: UserData['membership_type'] }

async function renderTestPage({ locale = 'en_US', membership = 'starter' }: PageOptions = {}) {
  const membershipState = {
    membership: aMembership({ membership_type: membership }),
    error: null,
    retry: () => {},
    retrying: false,
  }
  const { page, address } = withRouter(
    <MembershipContext value={membershipState}>
      <SidebarsProvider>
        <TestPage />
      </SidebarsProvider>
    </MembershipContext>,
  )
  const view = await renderWithProviders(page, { locale })
  await loadNamespace('shortcuts')
  const { dataset } = await screen.findByRole('main')
  /** Returns what the shortcuts have opened or changed. */
  const getEffects = () => [
    ...DIALOGS.filter((name) => isDialogOpen(name)),
    ...(dataset['left'] === 'hidden' ? ['left sidebar hidden'] : []),
    ...(dataset['right'] === 'open' ? ['right sidebar open'] : []),
  ]
  return { ...view, address, getEffects }
}

describe('the keyboard shortcuts of every page', () => {
  it.each([
    ['u', 'upload'],
    ['[[', 'left sidebar hidden'],
    [']', 'right sidebar open'],
    ['{Control>},{/Control}', 'settings'],
    ['{Meta>}k{/Meta}', 'palette'],
  ])('%s: %s', async (keys, effect) => {
    const { user, getEffects } = await renderTestPage()
    await user.keyboard(keys)
    expect(getEffects()).toEqual([effect])
  })

  it('n starts a recording, which needs a membership (B§6)', async () => {
    const { user } = await renderTestPage({ membership: 'none' })
    await user.keyboard('n')
    expect(getOpenDialog('noMembership')).toEqual({ action: 'record' })
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

  it('/ does nothing in a search field that does not handle it', async () => {
    const { user, address } = await renderTestPage()
    await user.keyboard('/')
    await waitFor(() => expect(address()).toBe('/search'))
    expect(document.activeElement).toBe(document.body)
  })

  it('runs the guard before g a opens a page (B§2)', async () => {
    mockServer([handle(devicesContract.list, () => ({ data_devices: [] }))])
    const { user, address } = await renderTestPage({ membership: 'none' })
    await user.keyboard('ga')
    await waitFor(() => expect(getOpenDialog('noMembership')).toEqual({ action: 'device' }))
    expect(address()).toBe('/')
  })

  it.each(['A field', 'Editor'])('are ignored in a text field (%s), except those with Ctrl or Cmd', async (label) => {
    const { user, getEffects, address } = await renderTestPage()
    screen.getByLabelText(label).focus()
    await user.keyboard('un[[]gf?{Control>}k{/Control}')
    expect(getEffects()).toEqual(['palette'])
    expect(address()).toBe('/')
  })

  it('are ignored during IME composition', async () => {
    const { getEffects } = await renderTestPage()
    fireEvent.keyDown(document.body, { key: 'u', isComposing: true })
    fireEvent.keyDown(document.body, { key: 'u', keyCode: 229 })
    expect(getEffects()).toEqual([])
  })

  it('are ignored while a dialog is open', async () => {
    const { user, getEffects } = await renderTestPage()
    await user.keyboard('?')
    await screen.findByRole('dialog')
    await user.keyboard('un[[{Control>}k{/Control}')
    expect(getEffects()).toEqual([])
  })

  it('work again as soon as the dialog is closed, even during its fade-out', async () => {
    const { getEffects, user } = await renderTestPage()
    const fadingDialog = document.body.appendChild(document.createElement('div'))
    fadingDialog.setAttribute('role', 'dialog')
    await user.keyboard('u')
    expect(getEffects()).toEqual([])
    fadingDialog.setAttribute('data-closed', '')
    await user.keyboard('u')
    expect(getEffects()).toEqual(['upload'])
    fadingDialog.remove()
  })

  it('can be disabled if they have no modifier; those with Ctrl and the switch itself stay (WCAG 2.1.4)', async () => {
    const first = await renderTestPage()
    await first.user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(await axeViolations()).toEqual([])
    await first.user.click(within(dialog).getByRole('switch', { name: 'Single-key shortcuts' }))
    await first.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await first.user.keyboard('ugf?{Control>}k{/Control}')
    expect(first.getEffects()).toEqual(['palette'])
    expect(first.address()).toBe('/')
    first.unmount()
    closeDialogs('palette')
    const later = await renderTestPage()
    await later.user.keyboard('u')
    expect(later.getEffects()).toEqual([])
  })
})

describe('the list of keyboard shortcuts', () => {
  it.each(SHORTCUTS)('uses no keys twice in $name', ({ keys }) => {
    const keyCombinations = keys.map(({ press }) => press.join(' '))
    expect(new Set(keyCombinations).size).toBe(keyCombinations.length)
  })

  it.each(LOCALES)('is translated into %s', async (locale) => {
    const { user } = await renderTestPage({ locale })
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).not.toMatch(/keys?_|press_/)
  })
})
