import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
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

  it('focus the search field with / from any page, and leave the letters typed there alone', async () => {
    const { user, upload } = await renderLayout('/')
    await user.keyboard('/')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox')))
    await user.keyboard('u?')
    expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('u?')
    expect(upload).not.toHaveBeenCalled()
  })

  it('open the list of shortcuts with ?, and are ignored while it is open', async () => {
    const { user, upload } = await renderLayout('/')
    await user.keyboard('?')
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(within(dialog).getByText('Upload audio')).toBeTruthy()
    await user.keyboard('u')
    expect(upload).not.toHaveBeenCalled()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.keyboard('u')
    expect(upload).toHaveBeenCalledWith(null)
  })

  it('do not override browser shortcuts', async () => {
    const { user, upload } = await renderLayout('/')
    await user.keyboard('{Control>}u{/Control}')
    expect(upload).not.toHaveBeenCalled()
  })
})

describe('files dragged from the desktop', () => {
  const file = new File(['x'], 'talk.mp3', { type: 'audio/mpeg' })
  const dataTransfer = { types: ['Files'], files: [file] }

  it('are uploaded wherever they are dropped', async () => {
    const { upload } = await renderLayout('/')
    fireEvent.dragEnter(window, { dataTransfer })
    expect(screen.getByText('Drop to upload')).toBeTruthy()
    fireEvent.drop(window, { dataTransfer })
    expect(upload).toHaveBeenCalledWith({ files: [file], folders: [] }, undefined)
    expect(screen.queryByText('Drop to upload')).toBeNull()
  })

  it('are left to a drop zone that handles them itself, and rows dragged within the page are ignored', async () => {
    const { upload } = await renderLayout('/')
    fireEvent.dragEnter(window, { dataTransfer: { types: ['text/plain'], files: [] } })
    expect(screen.queryByText('Drop to upload')).toBeNull()
    const main = screen.getByRole('main')
    main.ondrop = (event) => event.preventDefault()
    fireEvent.drop(main, { dataTransfer })
    expect(upload).not.toHaveBeenCalled()
  })
})

describe('the focus', () => {
  it('skips the sidebar with the skip link, the first tab stop', async () => {
    const { user } = await renderLayout('/')
    await user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to the content')
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

describe('the list resizer', () => {
  const edge = () => screen.getByRole('separator', { name: 'Width of the list' })
  const width = () => Number(edge().getAttribute('aria-valuenow'))

  it('is moved by pointer and arrow keys within its limits, reset by a double click, and keeps the stored width', async () => {
    const { user, unmount } = await renderLayout('/file-list')
    expect(width()).toBe(352)
    fireEvent.pointerDown(edge(), { clientX: 600 })
    fireEvent.pointerMove(edge(), { clientX: 640 })
    fireEvent.pointerUp(edge())
    fireEvent.pointerMove(edge(), { clientX: 900 })
    expect(width()).toBe(392)
    edge().focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}')
    expect(width()).toBe(408)
    unmount()
    await renderLayout('/file-list')
    expect(width()).toBe(408)
    edge().focus()
    await user.keyboard('{End}{ArrowRight}')
    expect(width()).toBe(520)
    await user.keyboard('{Home}{ArrowLeft}')
    expect(width()).toBe(280)
    await user.dblClick(edge())
    expect(width()).toBe(352)
  })
})

describe('the shell', () => {
  it.each(['/', '/file-list', '/file/ab12'])('has no accessibility violations at %s', async (address) => {
    const { container } = await renderLayout(address)
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  })

  it('shows a bottom bar on phones, with the same menus', async () => {
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
