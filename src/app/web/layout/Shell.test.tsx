import { screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isDialogOpen } from '#ui/dialog/openDialog.ts'
import { mockAppServer } from '#test/screens/mockAppServer.ts'
import { asPhone } from '#test/screens/asPhone.ts'
import { renderLayout } from '#test/screens/renderLayout.tsx'

// jsdom does not implement scrolling.
beforeEach(() => void vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

describe('keyboard shortcuts', () => {
  it('open home with g h and all files with g f', async () => {
    const { user, currentAddress } = await renderLayout('/')
    await user.keyboard('gf')
    await waitFor(() => expect(currentAddress()).toBe('/file-list?categoryId=allFiles'))
    await user.keyboard('gh')
    await waitFor(() => expect(currentAddress()).toBe('/'))
  })

  it('focus the search field with / from any page, and do not handle letters typed in it', async () => {
    const { user } = await renderLayout('/')
    await user.keyboard('/')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
    await user.keyboard('u?')
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('u?')
    expect(isDialogOpen('upload')).toBe(false)
  })

  it('focus the field of the page that is being opened with /, not that of the previous page', async () => {
    const { user, currentAddress } = await renderLayout('/file-list?categoryId=allFiles')
    const previous = screen.getByRole('searchbox')
    await user.keyboard('/')
    expect(document.activeElement).toBe(previous)
    previous.blur()
    await user.keyboard('gh/')
    await waitFor(() => expect(currentAddress()).toBe('/search'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
  })

  it('open the list of shortcuts with ?, and are ignored while it is open', async () => {
    const { user } = await renderLayout('/')
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(dialog).getByText('Upload audio')).toBeTruthy()
    await user.keyboard('u')
    expect(isDialogOpen('upload')).toBe(false)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('u')
    expect(isDialogOpen('upload')).toBe(true)
  })

  it('do not override browser shortcuts', async () => {
    const { user } = await renderLayout('/')
    await user.keyboard('{Control>}u{/Control}')
    expect(isDialogOpen('upload')).toBe(false)
  })
})

describe('the command palette', () => {
  it('runs the actions of the shell', async () => {
    mockAppServer({})
    const { user } = await renderLayout('/')
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('combobox'), 'upload aud')
    await user.click(await screen.findByRole('option', { name: /^Upload audio/ }))
    await waitFor(() => expect(isDialogOpen('upload')).toBe(true))
  })
})

describe('the focus', () => {
  it('skips the sidebar with the skip link, the first tab stop', async () => {
    const { user } = await renderLayout('/')
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  it('moves to the content of the page after navigation', async () => {
    const { user, sidebar, navigateTo } = await renderLayout('/')
    await user.click(within(sidebar()).getByRole('link', { name: /All files/ }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    within(sidebar()).getByRole('link', { name: 'Home' }).focus()
    await navigateTo('/file/ab12')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Open recording' }))
  })

  it('stays in the list when a recording opens next to it', async () => {
    const { navigateTo } = await renderLayout('/file-list')
    screen.getByRole('searchbox').focus()
    await navigateTo('/file/ab12')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })
})

describe('the shell', () => {
  it.each(['/', '/file-list', '/file/ab12'])('has no accessibility violations at %s', async (address) => {
    const { container } = await renderLayout(address)
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  })

  it('shows a bottom bar on phones, with the same menus (B§2)', async () => {
    asPhone()
    const { user, currentAddress } = await renderLayout('/')
    const bar = screen.getByRole('navigation', { name: 'Quick menu' })
    expect([...bar.children].map((item) => item.textContent)).toEqual(['Home', 'Ask', 'New', 'Templates', 'Me'])
    await user.click(within(bar).getByRole('link', { name: 'Templates' }))
    await waitFor(() => expect(currentAddress()).toBe('/community-templates'))
    await user.click(within(bar).getByRole('link', { name: 'Home' }))
    await waitFor(() => expect(currentAddress()).toBe('/'))
    await user.click(screen.getByRole('button', { name: 'Library' }))
    const sheet = await screen.findByRole('dialog', { name: 'Library' })
    await user.click(within(sheet).getByRole('link', { name: /Trash/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(currentAddress()).toBe('/file-list?categoryId=trash')
  })
})
