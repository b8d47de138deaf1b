import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { FolderSection } from './FolderSection.tsx'

const folders = Array.from({ length: 200 }, (_, n) => ({
  id: `f${n}`,
  name: `Folder ${n}`,
  color: '#4c8eff',
  icon: n % 2 === 0 ? 'folder' : 'music',
}))

let server: MockLibraryServer
beforeEach(() => {
  server = new MockLibraryServer({ folders: folders.slice(0, 3) })
})
afterEach(() => vi.unstubAllGlobals())

async function renderSection(activeId?: string) {
  const section = (
    <>
      <button>before</button>
      <FolderSection activeId={activeId} />
      <button>after</button>
    </>
  )
  const { page, address } = withRouter(section, activeId ? `/file-list?tagId=${activeId}` : '/')
  const view = await renderWithProviders(page)
  await waitFor(() => expect(folderLink(0)).toBeTruthy())
  return { ...view, address }
}

/** @NOTE Found by id, because without styles nothing separates the name from the count. */
const folderLink = (n: number) => document.querySelector<HTMLElement>(`[data-folder="f${n}"]`)!
const menuButton = (n: number) => document.querySelector(`[aria-label="Actions for Folder ${n}"]`)!
const newFolder = () => document.querySelector<HTMLElement>('[data-new-folder]')!
const focused = () => document.activeElement

describe('two hundred folders', () => {
  beforeEach(() => {
    server.folders = folders
  })

  it('have one tab stop, followed by the menu of the active folder', async () => {
    const { user } = await renderSection()
    newFolder().focus()
    await user.tab()
    expect(focused()).toBe(folderLink(0))
    await user.tab()
    expect(focused()).toBe(menuButton(0))
    await user.tab()
    expect(focused()).toBe(screen.getByText('after'))
  })

  it('are navigated by arrows, Home and End, and keep the active folder', async () => {
    const { user } = await renderSection()
    folderLink(0).focus()
    await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
    expect(focused()).toBe(folderLink(2))
    await user.keyboard('{End}{ArrowDown}')
    expect(focused()).toBe(folderLink(199))
    await user.keyboard('{ArrowUp}{Tab}')
    expect(focused()).toBe(menuButton(198))
    await user.keyboard('{Tab}{Shift>}{Tab}{Tab}{/Shift}')
    expect(focused()).toBe(folderLink(198))
    await user.keyboard('{Home}')
    expect(focused()).toBe(folderLink(0))
  })

  it('scroll the active folder into view', async () => {
    const scrolledIntoView = vi.fn<() => void>()
    Object.assign(HTMLElement.prototype, { scrollIntoView: scrolledIntoView })
    const { user } = await renderSection('f150')
    expect(scrolledIntoView.mock.contexts).toEqual([folderLink(150)])
    newFolder().focus()
    await user.tab()
    expect(focused()).toBe(folderLink(150))
    Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView')
  })

  it('format counts with thousands separators', async () => {
    server.files = Array.from({ length: 1234 }, (_, n) => fileRow({ filename: `${n}`, filetag_id_list: ['f7'] }))
    await renderSection()
    await waitFor(() => expect(folderLink(7).textContent).toBe('Folder 71,234'))
  })
})

describe('focus', () => {
  it('returns to the row after its dialog opened by F2 is closed', async () => {
    const { user } = await renderSection()
    folderLink(1).focus()
    await user.keyboard('{F2}')
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(focused()).toBe(folderLink(1)))
  })

  it('returns to the menu from which the dialog was opened', async () => {
    const { user } = await renderSection()
    await user.click(menuButton(1))
    await user.click(await screen.findByRole('menuitem', { name: /Edit folder/ }))
    await waitFor(() => expect(focused()).toBe(screen.getByRole('textbox', { name: 'Name' })))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(focused()).toBe(menuButton(1)))
  })

  it('goes to a new folder after the dialog', async () => {
    const { user } = await renderSection()
    await user.click(newFolder())
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Research{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(focused()?.textContent).toMatch(/^Research/))
  })

  it('moves to the neighbour of a deleted folder, and from the last one to New folder', async () => {
    const { user } = await renderSection()
    folderLink(1).focus()
    for (const next of [2, 0]) {
      await user.keyboard('{Delete}')
      const dialog = await screen.findByRole('alertdialog')
      await user.click(within(dialog).getByRole('button', { name: 'Delete folder' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      await waitFor(() => expect(focused()).toBe(folderLink(next)))
    }
    await user.keyboard('{Delete}')
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete folder' }))
    await waitFor(() => expect(focused()).toBe(newFolder()))
  })
})

it('has no accessibility violations', async () => {
  await renderSection('f1')
  expect(await axeViolations()).toEqual([])
})
