import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockElementSizes } from '#test/screens/mockLayout.ts'
import { createTask } from '#test/screens/createRecording.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { FileListPane } from './FileListPane.tsx'
import { newId } from '#browser/random/random.ts'
import { signInAs } from '#test/screens/signInAs.ts'
import type { ListView } from '#features/files/rules.ts'
import { clearListFilter } from '../order/useListRows.ts'

const research = { id: 'f1', name: 'Research', color: '#4c8eff', icon: 'folder' }
const timesAt = (index: number) => ({ start_time: 1_763_716_320 - index * 3600, edit_time: 1_763_716_320 - index * 3600 })
const interview = fileRow({ filename: 'Interview with Dr. Okafor', is_summary: true, is_trans: true, scene: 7, ...timesAt(0) })
const budget = fileRow({ filename: 'Budget review', filetag_id_list: ['f1'], is_trans: true, ...timesAt(1) })
const lecture = fileRow({ filename: 'Éxamen oral', filetag_id_list: ['f1'], ...timesAt(2) })
const trashedFile = fileRow({ filename: 'Old memo', is_trash: true, ...timesAt(3) })

let server: MockLibraryServer
beforeEach(() => {
  mockElementSizes()
  server = new MockLibraryServer({ files: [interview, budget, lecture, trashedFile], folders: [research] })
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
  return { ...(await renderWithProviders(page)), address }
}
const findLink = (name: string) => screen.findByRole('link', { name })
const titles = () => [...document.querySelectorAll('[data-row] a')].map((one) => one.textContent)
/** A browser that renders no frames, as in a background window. */
class InertResizeObserver implements ResizeObserver {
  observe = () => {}
  unobserve = () => {}
  disconnect = () => {}
}
const focused = () => document.activeElement?.textContent

describe('list of recordings (B§2 /file-list)', () => {
  it.each([
    ['All files', {}, ['Interview with Dr. Okafor', 'Budget review', 'Éxamen oral']],
    ['All files', { categoryId: 'allFiles' }, ['Interview with Dr. Okafor', 'Budget review', 'Éxamen oral']],
    ['Unorganized', { categoryId: 'unorganized' }, ['Interview with Dr. Okafor']],
    ['Trash', { categoryId: 'trash' }, ['Old memo']],
    ['Calls', { categoryId: 'call' }, ['Interview with Dr. Okafor']],
    ['Research', { tagId: 'f1' }, ['Budget review', 'Éxamen oral']],
  ])('shows %s %j, newest first, with its count', async (title, props, expected) => {
    await renderList(props)
    await findLink(expected[0]!)
    expect(titles()).toEqual(expected)
    const heading = screen.getByRole('heading', { level: 1, name: title })
    expect(within(heading.parentElement!).getByText(String(expected.length))).toBeTruthy()
  })

  it('requests the whole library once (B§7)', async () => {
    await renderList()
    await findLink('Budget review')
    const requests = server.requests.map(({ path, query }) => `${path}?${query}`)
    expect(requests.filter((request) => request.startsWith('/file/'))).toEqual(['/file/page?limit=100'])
  })

  it('shows date, duration and status of each row, and marks the open one', async () => {
    server.tasks = [createTask({ file_id: lecture.id })]
    await renderList({ openId: budget.id })
    await findLink('Budget review')
    // The recording beside the list has the first heading of the page.
    expect(screen.getByRole('heading', { level: 2, name: 'All files' })).toBeTruthy()
    const rows = screen.getAllByRole('listitem').map((row) => row.textContent)
    expect(rows[0]).toMatch(/48.min.*Summary ready/)
    expect(rows[1]).toContain('Transcript ready')
    await waitFor(() => expect(screen.getAllByRole('listitem')[2]?.textContent).toContain('Transcribing'))
    expect((await findLink('Budget review')).getAttribute('aria-current')).toBe('page')
    expect((await findLink('Éxamen oral')).getAttribute('aria-current')).toBeNull()
    expect((await findLink('Budget review')).getAttribute('href')).toBe(`/file/${budget.id}`)
  })

  it('shows the first line of the summary in the place of the state', async () => {
    server.files = server.files.map((file) =>
      file.is_summary ? { ...file, summary_line: 'The order of panels shrinks.' } : file,
    )
    await renderList()
    await findLink('Budget review')
    expect(screen.getByText('The order of panels shrinks.')).toBeTruthy()
    expect(screen.queryByText('Summary ready')).toBeNull()
  })

  it('shows a row before the browser has measured it', async () => {
    document.defaultView!.ResizeObserver = InertResizeObserver
    await renderList({ categoryId: 'trash' })
    const row = await findLink('Old memo')
    expect(getComputedStyle(row).visibility).toBe('visible')
    row.focus()
    expect(focused()).toBe('Old memo')
  })

  it('renders only the visible rows of a library of twenty thousand', async () => {
    server.files = Array.from({ length: 20_000 }, (_, index) => fileRow({ filename: `Recording ${index}`, ...timesAt(index) }))
    const { user } = await renderList()
    ;(await findLink('Recording 0')).focus()
    expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('20000'))
    await user.keyboard('{End}')
    await waitFor(() => expect(focused()).toBe('Recording 19999'))
    expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
  })

  it('measures its width before it renders rows, so that no row changes from lines to columns', async () => {
    mockElementSizes({ width: 1100 })
    const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1100)
    const previousStyles: (string | null)[] = []
    const changes = new MutationObserver((records) => previousStyles.push(...records.map(({ oldValue }) => oldValue)))
    changes.observe(document.body, { subtree: true, attributeFilter: ['style'], attributeOldValue: true })
    await renderList()
    expect((await screen.findAllByRole('listitem'))[0]?.style.minHeight).toBe('44px')
    changes.disconnect()
    expect(previousStyles.filter((style) => style?.includes('89px'))).toEqual([])
    width.mockRestore()
  })

  it('shows a loading state, then an error, and retries', async () => {
    server.refuse('GET /file/page', { httpStatus: 500, body: { status: -500, msg: '', request_id: 'req-5' } })
    const { user } = await renderList()
    expect(await screen.findByText('Loading')).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain('The recordings could not be loaded')
    expect(screen.getByText('Request ID: req-5')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await findLink('Budget review')).toBeTruthy()
  })

  it.each([
    [{}, 'No recordings yet.'],
    [{ categoryId: 'trash' }, 'The trash is empty.'],
    [{ categoryId: 'unorganized' }, 'All recordings are in folders.'],
    [{ tagId: 'f9' }, /^This folder is empty/],
  ])('explains in one sentence why %j is empty', async (props, sentence) => {
    server.files = []
    await renderList(props)
    expect(await screen.findByText(sentence)).toBeTruthy()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })
})

describe('beside an open recording', () => {
  it('shows its row and no row that is cut off at the top, wherever it is in the list', async () => {
    const [height, rowHeight] = [640, 89]
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
    server.files = Array.from({ length: 100 }, (_, index) => fileRow({ filename: `Recording ${index}`, ...timesAt(index) }))
    await renderList({ openId: server.files[50]!.id })
    await findLink('Recording 50')
    const { scrollTop } = screen.getByRole('list')
    expect(scrollTop % rowHeight).toBe(0)
    expect(50 * rowHeight - scrollTop).toBeGreaterThan(0)
    expect(51 * rowHeight - scrollTop).toBeLessThan(height)
  })
})

describe('title filter', () => {
  it('filters while typing, ignoring case and accents, and announces the number', async () => {
    const { user } = await renderList()
    await findLink('Budget review')
    await user.type(screen.getByRole('searchbox', { name: 'Search titles' }), 'ORAL exam')
    await waitFor(() => expect(titles()).toEqual(['Éxamen oral']))
    expect(screen.getByText('1 recording found')).toBeTruthy()
  })

  it('shows the first matches at once, however far the list was scrolled', async () => {
    mockElementSizes({ width: 1100 })
    server.files = Array.from({ length: 2000 }, (_, index) => fileRow({ filename: `Recording ${index}`, ...timesAt(index) }))
    const { user } = await renderList()
    await waitFor(() => expect(screen.getAllByRole('listitem')[0]?.getAttribute('aria-setsize')).toBe('2000'))
    ;(await findLink('Recording 0')).focus()
    await user.keyboard('{End}')
    await waitFor(() => expect(focused()).toBe('Recording 1999'))
    expect(titles()).not.toContain('Recording 1')
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'recording 1' } })
    expect(titles()).toContain('Recording 1')
    expect(titles()).not.toContain('Recording 1998')
  })

  it('shows that no title matches, and is cleared by a button or by Esc', async () => {
    const { user } = await renderList()
    await findLink('Budget review')
    const field = screen.getByRole<HTMLInputElement>('searchbox')
    await user.type(field, 'zebra')
    expect(await screen.findByText('No titles match “zebra”.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    await user.type(field, 'bud')
    await waitFor(() => expect(titles()).toHaveLength(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(titles()).toHaveLength(3))
  })
})

describe('keyboard navigation', () => {
  it('moves by arrows, Home and End from one tab stop and opens by Enter', async () => {
    const { user, address } = await renderList()
    await findLink('Budget review')
    screen.getByRole('searchbox').focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('Interview with Dr. Okafor'))
    expect(screen.getAllByRole('link').map((one) => one.tabIndex)).toEqual([0, -1, -1])
    for (const [key, title] of [
      ['ArrowDown', 'Budget review'],
      ['End', 'Éxamen oral'],
      ['ArrowDown', 'Éxamen oral'],
      ['ArrowUp', 'Budget review'],
      ['Home', 'Interview with Dr. Okafor'],
    ]) {
      await user.keyboard(`{${key}}`)
      await waitFor(() => expect(focused()).toBe(title))
    }
    await user.keyboard('{Enter}')
    await waitFor(() => expect(address()).toBe(`/file/${interview.id}`))
  })

  it('moves to the trash by Delete at once with Undo, and keeps the focus in the list', async () => {
    const { user } = await renderList()
    ;(await findLink('Budget review')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(titles()).toEqual(['Interview with Dr. Okafor', 'Éxamen oral']))
    await waitFor(() => expect(focused()).toBe('Éxamen oral'))
    expect(await screen.findByText('Moved to trash')).toBeTruthy()
    expect(server.calls('POST /file/trash/')[0]?.body).toEqual([budget.id])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(titles()).toHaveLength(3))
    expect(server.calls('POST /file/untrash/')[0]?.body).toEqual([budget.id])
  })

  it('restores the row and shows move_fail when the server is unreachable', async () => {
    server.refuse('POST /file/trash/', 'unreachable')
    const { user } = await renderList()
    ;(await findLink('Budget review')).focus()
    await user.keyboard('{Delete}')
    expect((await screen.findAllByText(/^Moving to trash failed\. The server cannot be reached/)).length).toBeGreaterThan(0)
    await waitFor(() => expect(titles()).toHaveLength(3))
  })

  it('leaves the page of the open recording when it is moved to the trash (B§2)', async () => {
    const { user, address } = await renderList({ openId: budget.id })
    ;(await findLink('Budget review')).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(address()).toBe('/file-list?categoryId=allFiles'))
  })
})

describe('inline renaming', () => {
  async function startRenaming() {
    const view = await renderList()
    ;(await findLink('Budget review')).focus()
    await view.user.keyboard('{F2}')
    return { ...view, field: await screen.findByRole<HTMLInputElement>('textbox', { name: 'Title of the recording' }) }
  }
  const changes = () => server.calls(`PATCH /file/${budget.id}`)

  it('starts by F2 with the title selected; Enter saves the trimmed title and returns the focus', async () => {
    const { user, field } = await startRenaming()
    expect(document.activeElement).toBe(field)
    await user.keyboard(' Budget, final {Enter}')
    expect(await findLink('Budget, final')).toBeTruthy()
    await waitFor(() => expect(focused()).toBe('Budget, final'))
    await waitFor(() => expect(changes().map(({ body }) => body)).toEqual([{ filename: 'Budget, final' }]))
  })

  it('is cancelled by Esc', async () => {
    const { user } = await startRenaming()
    await user.keyboard('Nonsense{Escape}')
    await waitFor(() => expect(focused()).toBe('Budget review'))
    expect(changes()).toEqual([])
  })

  it('refuses an empty title and shows why', async () => {
    const { user, field } = await startRenaming()
    await user.clear(field)
    await user.keyboard('{Enter}')
    expect(screen.getByText('Enter a title.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(changes()).toEqual([])
  })

  it('restores the old title and shows an error when the server refuses', async () => {
    server.refuse(`PATCH /file/${budget.id}`, { httpStatus: 404, body: { status: -404, msg: 'not found' } })
    const { user } = await startRenaming()
    await user.keyboard('Other{Enter}')
    expect((await screen.findAllByText('The recording could not be renamed.')).length).toBeGreaterThan(0)
    expect(await findLink('Budget review')).toBeTruthy()
  })

  it('starts from the menu, which does not take the focus back', async () => {
    const { user } = await renderList()
    await user.click(await screen.findByRole('button', { name: 'Actions for Budget review' }))
    await user.click(await screen.findByRole('menuitem', { name: /Rename/ }))
    const field = await screen.findByRole('textbox', { name: 'Title of the recording' })
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(field))
    await user.keyboard('By menu{Enter}')
    expect(await findLink('By menu')).toBeTruthy()
  })
})

describe('the trash', () => {
  it('restores a recording', async () => {
    const { user } = await renderList({ categoryId: 'trash' })
    await user.click(await screen.findByRole('button', { name: 'Actions for Old memo' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Restore' }))
    expect(await screen.findByText('The trash is empty.')).toBeTruthy()
    expect(server.files.find(({ id }) => id === trashedFile.id)?.is_trash).toBe(false)
  })

  it('deletes permanently only after a confirmation', async () => {
    const { user } = await renderList({ categoryId: 'trash' })
    ;(await findLink('Old memo')).focus()
    await user.keyboard('{Delete}')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete “Old memo” forever?' })
    expect(server.calls('DELETE /file/')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Delete forever' }))
    expect(await screen.findByText('Deleted forever')).toBeTruthy()
    expect(server.files.map(({ id }) => id)).not.toContain(trashedFile.id)
  })

  it('is emptied by one button', async () => {
    server.files.push(fileRow({ filename: 'Older memo', is_trash: true, ...timesAt(4) }))
    const { user } = await renderList({ categoryId: 'trash' })
    await user.click(await screen.findByRole('button', { name: 'Empty trash' }))
    await user.click(
      within(await screen.findByRole('alertdialog', { name: 'Delete 2 recordings forever?' })).getByRole('button', {
        name: 'Delete forever',
      }),
    )
    expect(await screen.findByText('The trash is empty.')).toBeTruthy()
    expect(server.files).toHaveLength(3)
  })
})

describe('dragging a row', () => {
  it('sets the id of the recording as drag data', async () => {
    await renderList()
    const [setData, setDragImage] = [vi.fn<(type: string, data: string) => void>(), vi.fn<() => void>()]
    fireEvent.dragStart((await findLink('Budget review')).closest('[draggable]')!, { dataTransfer: { setData, setDragImage } })
    expect(setData).toHaveBeenCalledWith('application/x-earshot-files', JSON.stringify([budget.id]))
    expect(setData).toHaveBeenCalledWith('text/uri-list', `${location.origin}/file/${budget.id}`)
  })

  it.each([
    ['a press of the mouse', {}, 1],
    ['a touch', { pointerType: 'touch' }, 0],
    ['a press that selects', { ctrlKey: true }, 0],
    ['a press of another button', { button: 2 }, 0],
  ])('requests the link to the audio on %s', async (_, event, count) => {
    // A link requested in another session is not used.
    signInAs(newId())
    await renderList()
    fireEvent.pointerDown(await findLink('Budget review'), { pointerType: 'mouse', button: 0, ...event })
    expect(server.calls(`GET /file/temp-url/${budget.id}`)).toHaveLength(count)
  })

  it('requests no link to the audio of a recording that is dragged with others', async () => {
    signInAs(newId())
    const { user } = await renderList()
    await findLink('Budget review')
    for (const name of ['Budget review', 'Éxamen oral'])
      await user.click(screen.getByRole('checkbox', { name: `Select “${name}”` }))
    fireEvent.pointerDown(await findLink('Budget review'), { pointerType: 'mouse', button: 0 })
    expect(server.calls(`GET /file/temp-url/${budget.id}`)).toEqual([])
  })
})

it('has no accessibility violations, with a menu open too', async () => {
  const { user } = await renderList({ openId: budget.id })
  await findLink('Budget review')
  expect(await axeViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Actions for Budget review' }))
  await screen.findByRole('menu')
  expect(await axeViolations()).toEqual([])
})
