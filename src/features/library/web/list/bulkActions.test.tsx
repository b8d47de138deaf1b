import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockElementSizes } from '#test/screens/mockLayout.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { FileListPane } from './FileListPane.tsx'
import type { ListView } from '#features/files/rules.ts'
import { trackFocusOrigin } from '#browser/keyboard/focusOrigin.ts'
import { clearListFilter } from '../order/useListRows.ts'

const research = { id: 'f1', name: 'Research', color: '#4c8eff', icon: 'folder' }
const NAMES = ['Echo', 'alpha 10', 'Delta', 'alpha 9', 'Bravo']
const timesAt = (index: number) => ({ start_time: 1_763_716_320 - index * 3600, edit_time: 1_763_716_320 + index * 60 })
const rows = NAMES.map((filename, index) => fileRow({ filename, duration: (index + 1) * 60_000, ...timesAt(index) }))
const idOf = (name: string) => rows.find(({ filename }) => filename === name)!.id

let server: MockLibraryServer
beforeEach(() => {
  mockElementSizes()
  server = new MockLibraryServer({ files: rows, folders: [research] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  clearListFilter()
  localStorage.clear()
})

async function renderList({ openId, ...listView }: ListView & { openId?: string } = {}) {
  const { page, address } = withRouter(
    <FileListPane listView={listView} openId={openId} />,
    openId ? `/file/${openId}` : '/file-list',
  )
  const view = await renderWithProviders(page)
  await screen.findAllByRole('listitem')
  return { ...view, address }
}
const getLink = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name })
const getCheckbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select “${name}”` })
const titles = () => [...document.querySelectorAll('[data-row] a')].map((one) => one.textContent)
const selectedNames = () =>
  screen
    .queryAllByRole<HTMLInputElement>('checkbox', { name: /^Select “/ })
    .filter(({ checked }) => checked)
    .map((one) => one.getAttribute('aria-label')?.slice(8, -1))
const findSelectionBar = (count: number) => screen.findByRole('group', { name: `${count} selected` })
const waitForNoSelectionBar = () => waitFor(() => expect(screen.queryByRole('group', { name: /selected/ })).toBeNull())

describe('sort of the list (B§2)', () => {
  it('is set in the header, defaults to newest first, and is saved in this browser', async () => {
    const { user, unmount } = await renderList()
    expect(titles()).toEqual(NAMES)
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Title' }))
    await waitFor(() => expect(titles()).toEqual(['alpha 9', 'alpha 10', 'Bravo', 'Delta', 'Echo']))
    await user.click(screen.getByRole('button', { name: 'Sort' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Z to A' }))
    await waitFor(() => expect(titles()).toEqual(['Echo', 'Delta', 'Bravo', 'alpha 10', 'alpha 9']))
    expect(localStorage.getItem('earshot_listSort')).toContain('null')
    unmount()
    await renderList()
    expect(titles()[0]).toBe('Echo')
    expect(titles()[4]).toBe('alpha 9')
  })

  it('is set by column headers; a second click reverses it', async () => {
    mockElementSizes({ width: 1100 })
    server.files = rows.map((file) => ({ ...file, filetag_id_list: ['f1'] }))
    const { user } = await renderList()
    await screen.findAllByText('Research')
    const header = await screen.findByRole('button', { name: /^Length/ })
    expect(screen.getByRole('button', { name: /^Date/ }).getAttribute('aria-pressed')).toBe('true')
    await user.click(header)
    await waitFor(() => expect(titles()).toEqual(NAMES.toReversed()))
    expect(header.textContent).toContain('Longest first')
    await user.click(header)
    await waitFor(() => expect(titles()).toEqual(NAMES))
    expect(screen.getAllByRole('listitem')[0]?.textContent).toContain('Research')
    expect(screen.getAllByRole('listitem')[0]?.style.minHeight).toBe('44px')
    expect(await axeViolations()).toEqual([])
  })
})

describe('Space beside an open recording', () => {
  it('selects a row reached by the keyboard, but not the row that was clicked to open it', async () => {
    const stopTracking = trackFocusOrigin()
    const { user } = await renderList({ openId: idOf('Echo') })
    await user.click(getLink('Echo'))
    await user.keyboard(' ')
    expect(selectedNames()).toEqual([])
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(getLink('alpha 10')))
    await user.keyboard(' ')
    await waitFor(() => expect(selectedNames()).toEqual(['alpha 10']))
    stopTracking()
  })
})

describe('multiple selection', () => {
  it('selects by checkbox, a range with Shift, one row with Ctrl; announces the number, and a plain click still opens', async () => {
    const { user, address } = await renderList()
    await user.click(getCheckbox('Echo'))
    expect(await findSelectionBar(1)).toBeTruthy()
    await user.keyboard('{Shift>}')
    await user.click(getCheckbox('Delta'))
    await user.keyboard('{/Shift}')
    expect(selectedNames()).toEqual(['Echo', 'alpha 10', 'Delta'])
    await user.keyboard('{Control>}')
    await user.click(getLink('alpha 10'))
    await user.click(getLink('Bravo'))
    await user.keyboard('{/Control}')
    expect(selectedNames()).toEqual(['Echo', 'Delta', 'Bravo'])
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('3 selected')
    expect(address()).toBe('/file-list')
    await user.click(getLink('alpha 9'))
    await waitFor(() => expect(address()).toBe(`/file/${idOf('alpha 9')}`))
  })

  it('selects by Space, Shift with arrows and End, Ctrl A for all; Esc clears', async () => {
    const { user } = await renderList()
    getLink('alpha 10').focus()
    await user.keyboard(' ')
    expect(selectedNames()).toEqual(['alpha 10'])
    await user.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await waitFor(() => expect(selectedNames()).toEqual(['alpha 10', 'Delta']))
    await user.keyboard('{Shift>}{End}{/Shift}')
    await waitFor(() => expect(selectedNames()).toEqual(['alpha 10', 'Delta', 'alpha 9', 'Bravo']))
    await user.keyboard('{Shift>}{Home}{/Shift}')
    await waitFor(() => expect(selectedNames()).toEqual(['Echo', 'alpha 10']))
    await user.keyboard('{Control>}a{/Control}')
    expect(selectedNames()).toHaveLength(5)
    await user.keyboard('{Escape}')
    expect(selectedNames()).toEqual([])
    await waitForNoSelectionBar()
  })

  it('survives another sort and a filter, which shows how many it hides; Select all selects the rows shown', async () => {
    const { user } = await renderList()
    await user.click(getCheckbox('Echo'))
    await user.type(screen.getByRole('searchbox'), 'alpha')
    await waitFor(() => expect(titles()).toHaveLength(2))
    expect((await findSelectionBar(1)).textContent).toContain('1 not shown')
    await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
    expect(await findSelectionBar(3)).toBeTruthy()
    await user.clear(screen.getByRole('searchbox'))
    await waitFor(() => expect(titles()).toHaveLength(5))
    expect(selectedNames()).toEqual(['Echo', 'alpha 10', 'alpha 9'])
  })

  it('drops removed recordings', async () => {
    const { user } = await renderList()
    await user.click(getCheckbox('Echo'))
    await user.click(getCheckbox('Bravo'))
    await user.click(screen.getByRole('button', { name: 'Actions for Echo' }))
    await user.click(await screen.findByRole('menuitem', { name: /trash/ }))
    expect(await findSelectionBar(1)).toBeTruthy()
    expect(selectedNames()).toEqual(['Bravo'])
  })

  it('starts with a long press on touch screens, then a tap selects', async () => {
    const { address } = await renderList()
    const tap = (name: string) => {
      fireEvent.pointerDown(getLink(name), { pointerType: 'touch' })
      fireEvent.pointerUp(getLink(name), { pointerType: 'touch' })
      fireEvent.click(getLink(name), { detail: 1 })
    }
    fireEvent.pointerDown(getLink('Echo'), { pointerType: 'touch' })
    expect(await findSelectionBar(1)).toBeTruthy()
    fireEvent.pointerUp(getLink('Echo'), { pointerType: 'touch' })
    fireEvent.click(getLink('Echo'), { detail: 1 })
    expect(selectedNames()).toEqual(['Echo'])
    tap('Delta')
    await waitFor(() => expect(selectedNames()).toEqual(['Echo', 'Delta']))
    expect(address()).toBe('/file-list')
  })

  it('selects twenty thousand by one key and renders only the visible rows', async () => {
    server.files = Array.from({ length: 20_000 }, (_, index) => fileRow({ filename: `Recording ${index}`, ...timesAt(index) }))
    const { user } = await renderList()
    await waitFor(() => expect(screen.getByRole('list').getAttribute('aria-busy')).toBeNull())
    getLink('Recording 0').focus()
    await user.keyboard('{Control>}a{/Control}')
    expect(await findSelectionBar(20_000)).toBeTruthy()
    expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
  })
})

describe('bulk actions', () => {
  it('moves all to the trash in one call by Delete, and restores them by Ctrl Z', async () => {
    const { user } = await renderList()
    getLink('alpha 10').focus()
    await user.keyboard(' {Shift>}{ArrowDown}{/Shift}')
    await findSelectionBar(2)
    await user.keyboard('{Delete}')
    await waitFor(() => expect(titles()).toEqual(['Echo', 'alpha 9', 'Bravo']))
    expect(await screen.findByText('2 recordings moved to trash')).toBeTruthy()
    expect(server.calls('POST /file/trash/').map(({ body }) => body)).toEqual([[idOf('alpha 10'), idOf('Delta')]])
    await waitForNoSelectionBar()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('alpha 9'))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(titles()).toHaveLength(5))
    expect(server.calls('POST /file/untrash/')).toHaveLength(1)
  })

  it('fails when one was deleted elsewhere; it is deselected, and a second click takes the rest', async () => {
    const { user } = await renderList()
    await user.click(getCheckbox('Echo'))
    await user.click(getCheckbox('Bravo'))
    server.files = rows.filter(({ filename }) => filename !== 'Echo')
    server.refuse('POST /file/trash/', { httpStatus: 404, body: { status: -404, msg: 'not found' } })
    await user.click(within(await findSelectionBar(2)).getByRole('button', { name: 'Move to trash' }))
    expect((await screen.findAllByText(/^Moving to trash failed\. Some of these/)).length).toBeGreaterThan(0)
    await user.click(within(await findSelectionBar(1)).getByRole('button', { name: 'Move to trash' }))
    await waitFor(() => expect(server.calls('POST /file/trash/').at(-1)?.body).toEqual([idOf('Bravo')]))
    expect(await screen.findByText('Moved to trash')).toBeTruthy()
  })

  it('sends one request for a double click', async () => {
    const release = server.hold('POST /file/trash/')
    const { user } = await renderList()
    await user.click(getCheckbox('Echo'))
    const button = within(await findSelectionBar(1)).getByRole('button', { name: 'Move to trash' })
    await user.dblClick(button)
    release()
    expect(await screen.findByText('Moved to trash')).toBeTruthy()
    expect(server.calls('POST /file/trash/')).toHaveLength(1)
  })

  it('opens the move menu by M for the selection or the row, and returns the focus to the list', async () => {
    const { user } = await renderList()
    getLink('Delta').focus()
    await user.keyboard('m')
    const item = await screen.findByRole('menuitem', { name: 'Research' })
    await waitFor(() => expect(document.activeElement).toBe(item))
    expect(selectedNames()).toEqual(['Delta'])
    await user.keyboard('{Enter}')
    await waitForNoSelectionBar()
    expect(server.calls('POST /file/update-tags').map(({ body }) => body)).toEqual([
      { file_id_list: [idOf('Delta')], filetag_id: 'f1' },
    ])
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Delta'))
  })

  it('restores in the trash, or deletes permanently after a confirmation', async () => {
    server.files = rows.map((file) => ({ ...file, is_trash: true, trashed_at: file.start_time }))
    const { user } = await renderList({ categoryId: 'trash' })
    expect(await screen.findByText('Recordings here are deleted forever after 30 days.')).toBeTruthy()
    await user.click(getCheckbox('Echo'))
    await user.click(within(await findSelectionBar(1)).getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(titles()).toHaveLength(4))
    getLink('Delta').focus()
    await user.keyboard('{Control>}a{/Control}')
    await user.click(within(await findSelectionBar(4)).getByRole('button', { name: 'Delete forever' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 4 recordings forever?' })
    await user.click(within(dialog).getByRole('button', { name: 'Delete forever' }))
    expect(await screen.findByText('The trash is empty.')).toBeTruthy()
  })

  it('has no accessibility violations', async () => {
    const { user } = await renderList()
    await user.click(getCheckbox('Echo'))
    await findSelectionBar(1)
    expect(await axeViolations()).toEqual([])
  })
})

describe('dragging', () => {
  const createTransfer = () => ({
    setData: vi.fn<(type: string, data: string) => void>(),
    setDragImage: vi.fn<(ghost: HTMLElement) => void>(),
  })

  it('drags all selected rows with a selected one, with their number as the drag image', async () => {
    const { user } = await renderList()
    await user.click(getCheckbox('Echo'))
    await user.click(getCheckbox('Bravo'))
    const dataTransfer = createTransfer()
    fireEvent.dragStart(getLink('Bravo'), { dataTransfer })
    expect(dataTransfer.setData).toHaveBeenCalledWith(
      'application/x-earshot-files',
      JSON.stringify([idOf('Echo'), idOf('Bravo')]),
    )
    expect(dataTransfer.setDragImage.mock.calls[0]?.[0].textContent).toBe('2 recordings')
    await waitFor(() => expect(screen.queryByText('2 recordings')).toBeNull())
  })

  it('drags an unselected row alone, with its title as the drag image', async () => {
    const { user } = await renderList()
    await user.click(getCheckbox('Echo'))
    const dataTransfer = createTransfer()
    fireEvent.dragStart(getLink('Delta'), { dataTransfer })
    expect(dataTransfer.setData).toHaveBeenCalledWith('application/x-earshot-files', JSON.stringify([idOf('Delta')]))
    expect(dataTransfer.setDragImage.mock.calls[0]?.[0].textContent).toBe('Delta')
  })
})

it('renames the open recording by double click', async () => {
  const { user } = await renderList({ openId: idOf('Delta') })
  await user.dblClick(getLink('Echo'))
  expect(screen.queryByRole('textbox', { name: 'Title of the recording' })).toBeNull()
  await user.dblClick(getLink('Delta'))
  expect(await screen.findByRole('textbox', { name: 'Title of the recording' })).toBeTruthy()
})

describe('user input while several are moved to the trash', () => {
  it('is kept: another selection, and text typed in the filter', async () => {
    const release = server.hold('POST /file/trash/')
    const { user } = await renderList()
    await user.click(getCheckbox('Echo'))
    await user.click(within(await findSelectionBar(1)).getByRole('button', { name: 'Move to trash' }))
    await waitFor(() => expect(titles()).toHaveLength(4))
    await user.click(getCheckbox('Bravo'))
    await user.type(screen.getByRole('searchbox'), 'a')
    release()
    expect(await screen.findByText('Moved to trash')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    expect(selectedNames()).toEqual(['Bravo'])
  })

  it('is kept: another recording opened', async () => {
    const release = server.hold('POST /file/trash/')
    const { user, address } = await renderList({ openId: idOf('Echo') })
    getLink('Echo').focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(titles()).toHaveLength(4))
    await user.click(getLink('Bravo'))
    release()
    expect(await screen.findByText('Moved to trash')).toBeTruthy()
    expect(address()).toBe(`/file/${idOf('Bravo')}`)
  })
  it('is kept: the focus in a dialog opened since', async () => {
    server.files = rows.map((file) => ({ ...file, is_trash: true, trashed_at: file.start_time }))
    const release = server.hold('POST /file/untrash/')
    const { user } = await renderList({ categoryId: 'trash' })
    await user.click(getCheckbox('Echo'))
    await user.click(within(await findSelectionBar(1)).getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(titles()).toHaveLength(4))
    await user.click(getCheckbox('Bravo'))
    await user.keyboard('{Delete}')
    const dialog = await screen.findByRole('alertdialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    release()
    await screen.findByText('Restored')
    expect(dialog.contains(document.activeElement)).toBe(true)
  })
})
