import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useLibrary } from '#features/files/web.tsx'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { useFolderChips } from '../icon/FolderSymbol.tsx'
import { groupByFolders, useMoveFiles } from './useMoveFiles.ts'

const [work, play] = ['Work', 'Play'].map((name, index) => ({ id: `f${index}`, name, color: '#4c8eff', icon: 'folder' }))
const files = [['f0'], ['f1'], [], ['f1']].map((filetag_id_list, index) =>
  fileRow({ filename: `Talk ${index}`, filetag_id_list, start_time: 2000 - index }),
)
const ids = files.map(({ id }) => id)

let server: MockLibraryServer
beforeEach(() => {
  server = new MockLibraryServer({ folders: [work!, play!], files })
})
afterEach(() => vi.unstubAllGlobals())

function Page() {
  const library = useLibrary()
  const chips = useFolderChips()
  const move = useMoveFiles()
  return (
    <>
      <ul>
        {library.data?.map((file) => (
          <li key={file.id}>
            {file.filename}: {chips(file)}
          </li>
        ))}
      </ul>
      <button onClick={() => void move(ids, work!)}>All to Work</button>
      <button onClick={() => void move(ids.slice(1, 3), null)}>Two out</button>
      <button onClick={() => void move(ids.slice(0, 3), null)}>First three out</button>
    </>
  )
}

async function renderPage() {
  const { page, address } = withRouter(<Page />)
  const view = await renderWithProviders(page)
  await screen.findAllByText('Work')
  return { ...view, address }
}
const lines = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
const moveCalls = () => server.calls('POST /file/update-tags').map(({ body }) => body)
const BEFORE = ['Talk 0: Work', 'Talk 1: Play', 'Talk 2: ', 'Talk 3: Play']

describe('moving several recordings (B§4, B§5)', () => {
  it('skips recordings already there, and Undo restores each folder', async () => {
    const { user } = await renderPage()
    expect(lines()).toEqual(BEFORE)
    await user.click(screen.getByRole('button', { name: 'All to Work' }))
    expect(await screen.findByText('3 recordings moved to “Work”')).toBeTruthy()
    expect(lines()).toEqual(['Talk 0: Work', 'Talk 1: Work', 'Talk 2: Work', 'Talk 3: Work'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(moveCalls()).toHaveLength(3))
    expect(moveCalls()).toEqual([
      { file_id_list: ids.slice(1), filetag_id: 'f0' },
      { file_id_list: [ids[1], ids[3]], filetag_id: 'f1' },
      { file_id_list: [ids[2]], filetag_id: '' },
    ])
    await waitFor(() => expect(lines()).toEqual(BEFORE))
  })

  it('is undone by Ctrl Z, and Visit opens the folder', async () => {
    const { user, address } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'Two out' }))
    expect(await screen.findByText('Moved to Unorganized')).toBeTruthy()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(lines()).toEqual(BEFORE))
    await user.click(screen.getByRole('button', { name: 'All to Work' }))
    await user.click(await screen.findByRole('button', { name: 'Visit' }))
    await waitFor(() => expect(address()).toBe('/file-list?tagId=f0'))
  })

  it('sends nothing when all are already there, and warns (files_exist_tip)', async () => {
    server.files = files.map((file) => ({ ...file, filetag_id_list: ['f0'] }))
    const { user } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'All to Work' }))
    expect(await screen.findByText('Already here.')).toBeTruthy()
    expect(moveCalls()).toEqual([])
  })

  it('sends one request for a double click', async () => {
    const release = server.hold('POST /file/update-tags')
    const { user } = await renderPage()
    await user.dblClick(screen.getByRole('button', { name: 'Two out' }))
    release()
    expect(await screen.findByText('Moved to Unorganized')).toBeTruthy()
    expect(moveCalls()).toHaveLength(1)
  })
})

describe('undo of a move', () => {
  const fileInBoth = { ...files[0]!, filetag_id_list: ['f0', 'f1'] }

  it('restores all folders of a recording', async () => {
    server.files = [fileInBoth, ...files.slice(1)]
    const { user } = await renderPage()
    const before = lines()
    await user.click(screen.getByRole('button', { name: 'First three out' }))
    await screen.findByText('2 recordings moved to Unorganized')
    expect(lines()[0]).toBe('Talk 0: ')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(lines()).toEqual(before))
    await waitFor(() => expect(server.calls(`PATCH /file/${fileInBoth.id}`)[0]?.body).toEqual({ filetag_id_list: ['f0', 'f1'] }))
    await waitFor(() => expect(server.files[0]?.filetag_id_list).toEqual(['f0', 'f1']))
    expect(moveCalls().at(-1)).toEqual({ file_id_list: [ids[1]], filetag_id: 'f1' })
  })

  it('skips a folder that has been deleted since', async () => {
    server.files = [fileInBoth, ...files.slice(1)]
    const { user, queries } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'First three out' }))
    await screen.findByText('2 recordings moved to Unorganized')
    server.folders = [work!]
    await queries.invalidateQueries({ queryKey: ['folders'] })
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(moveCalls().slice(1)).toEqual([
        { file_id_list: [fileInBoth.id], filetag_id: 'f0' },
        { file_id_list: [ids[1]], filetag_id: '' },
      ]),
    )
  })

  it('of the first of two moves restores the folders before that move', async () => {
    const { user } = await renderPage()
    await user.click(screen.getByRole('button', { name: 'Two out' }))
    await screen.findByText('Moved to Unorganized')
    await user.click(screen.getByRole('button', { name: 'All to Work' }))
    await screen.findByText('3 recordings moved to “Work”')
    await user.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1)!)
    await waitFor(() => expect(lines()).toEqual(['Talk 0: Work', 'Talk 1: Play', 'Talk 2: Work', 'Talk 3: Work']))
    expect(moveCalls().at(-1)).toEqual({ file_id_list: [ids[1]], filetag_id: 'f1' })
  })

  it('is not offered until the previous folders are known', async () => {
    server.hold('GET /file/page')
    const { page } = withRouter(<Page />)
    const { user } = await renderWithProviders(page)
    await user.click(await screen.findByRole('button', { name: 'All to Work' }))
    expect(await screen.findByText('4 recordings moved to “Work”')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Visit' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})

it('shows an error when the folder or a recording no longer exists', async () => {
  server.refuse('POST /file/update-tags', { httpStatus: 404, body: { status: -404, msg: 'not found' } })
  const { user } = await renderPage()
  await user.click(screen.getByRole('button', { name: 'All to Work' }))
  expect((await screen.findAllByText(/^Nothing was moved: the folder or some recordings/)).length).toBeGreaterThan(0)
  await waitFor(() => expect(server.calls('GET /filetag/')).toHaveLength(2))
  await waitFor(() => expect(lines()).toEqual(BEFORE))
})

describe('grouping by previous folders', () => {
  it('groups recordings of the same existing folders', () => {
    const tags = new Map([
      ['a', ['x', 'y']],
      ['b', []],
      ['c', ['x']],
      ['e', ['x', 'gone']],
    ])
    expect(groupByFolders(['a', 'b', 'c', 'd', 'e'], tags, (id) => id !== 'gone')).toEqual([
      { folderIds: ['x', 'y'], fileIds: ['a'] },
      { folderIds: [], fileIds: ['b', 'd'] },
      { folderIds: ['x'], fileIds: ['c', 'e'] },
    ])
  })
})
