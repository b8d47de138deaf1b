import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { startFileDrag } from '#features/files/web.tsx'
import { FolderSection } from './FolderSection.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { foldersTopic } from '../../contract.ts'
import { foldersFeature } from '../../web.tsx'

const sendLive = await createLiveSender(foldersFeature)

const work = { id: 'f1', name: 'Work', color: '#4c8eff', icon: 'folder' }
const play = { id: 'f2', name: 'Play', color: '#46cf6c', icon: 'music' }
const talk = fileRow({ filename: 'Talk', filetag_id_list: ['f1'] })
const song = fileRow({ filename: 'Song', filetag_id_list: ['f2'] })
const unorganizedFile = fileRow({ filename: 'Loose' })
const trashedFile = fileRow({ filename: 'Gone', filetag_id_list: ['f1'], is_trash: true })

let server: MockLibraryServer
beforeEach(() => {
  server = new MockLibraryServer({ folders: [work, play], files: [talk, song, unorganizedFile, trashedFile] })
})
afterEach(() => vi.unstubAllGlobals())

async function renderSection(activeId?: string, path = activeId ? `/file-list?tagId=${activeId}` : '/') {
  const { page, address } = withRouter(<FolderSection activeId={activeId} />, path)
  return { ...(await renderWithProviders(page)), address }
}
const findFolder = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) })

/** The drag data of recordings. */
function dragEventInit(...ids: string[]) {
  const data = new Map<string, string>()
  const transfer = {
    get types() {
      return [...data.keys()]
    },
    getData: (type: string) => data.get(type) ?? '',
    setData: (type: string, text: string) => void data.set(type, text),
  }
  if (ids.length > 0) startFileDrag(transfer, ids)
  return { dataTransfer: transfer }
}

describe('folders of the sidebar (B§2)', () => {
  it('link to their recordings and count those outside the trash', async () => {
    await renderSection('f1')
    const link = await findFolder('Work')
    expect(link.getAttribute('href')).toBe('/file-list?tagId=f1')
    expect(link.getAttribute('aria-current')).toBe('page')
    await waitFor(() => expect(link.textContent).toBe('Work1'))
    expect((await findFolder('Play')).getAttribute('aria-current')).toBeNull()
  })

  it('have no current one while the integrations are shown over its recordings (A§2)', async () => {
    await renderSection(undefined, '/file-list?tagId=f1#integration')
    expect((await findFolder('Work')).getAttribute('aria-current')).toBeNull()
  })

  it('show a loading state, then an error (B§8 Folder_get_failed) with a retry', async () => {
    server.refuse('GET /filetag/', { httpStatus: 500, body: { status: -500, msg: '', request_id: 'req-9' } })
    const { user } = await renderSection()
    expect(await screen.findByText('Loading')).toBeTruthy()
    expect((await screen.findByRole('alert')).textContent).toContain('The folders could not be loaded.')
    expect(screen.getByText('Request ID: req-9')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await findFolder('Work')).toBeTruthy()
  })

  it('explain folders while there are none, and create the first one', async () => {
    server.folders = []
    const { user } = await renderSection()
    expect(await screen.findByText('Use folders to group recordings.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Create a folder' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Research{Enter}')
    expect(await findFolder('Research')).toBeTruthy()
    await waitFor(async () => expect(document.activeElement).toBe(await findFolder('Research')))
  })

  it('are reloaded on a live event', async () => {
    const { queries } = await renderSection()
    await findFolder('Work')
    server.folders = [{ ...work, name: 'Labour' }]
    sendLive(queries, foldersTopic, { id: 'f1' })
    expect(await findFolder('Labour')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Play/ })).toBeNull()
  })
})

describe('changing a folder', () => {
  it('starts from its menu and by F2', async () => {
    const { user } = await renderSection()
    await user.click(await screen.findByRole('button', { name: 'Actions for Work' }))
    await user.click(await screen.findByRole('menuitem', { name: /Edit folder/ }))
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    await user.clear(field)
    await user.type(field, 'Labour{Enter}')
    const link = await findFolder('Labour')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    link.focus()
    await user.keyboard('{F2}')
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Labour')
  })
})

describe('deleting a folder (B§4)', () => {
  it('asks for confirmation, explains that the recordings become unorganized, and leaves the list', async () => {
    const { user, address } = await renderSection('f1')
    ;(await findFolder('Work')).focus()
    await user.keyboard('{Delete}')
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete the folder “Work”?' })
    expect(within(dialog).getByText('Its recording moves to Unorganized and is not deleted.')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Delete folder' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /Work/ })).toBeNull())
    expect(server.calls('DELETE /filetag/f1')).toHaveLength(1)
    expect(address()).toBe('/file-list?categoryId=allFiles')
  })

  it('does nothing when it is cancelled', async () => {
    const { user } = await renderSection()
    await user.click(await screen.findByRole('button', { name: 'Actions for Work' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete folder' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.calls('DELETE /filetag/f1')).toEqual([])
  })

  it('keeps the folder and shows Folder_delete_failed (B§8) when the server is unreachable; two clicks send one request', async () => {
    server.refuse('DELETE /filetag/f1', 'unreachable')
    const release = server.hold('DELETE /filetag/f1')
    await renderSection()
    fireEvent.keyDown(await findFolder('Work'), { key: 'Delete' })
    const button = within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete folder' })
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    release()
    expect(
      (await screen.findAllByText(/^The folder could not be deleted\. The server cannot be reached/)).length,
    ).toBeGreaterThan(0)
    expect(server.calls('DELETE /filetag/f1')).toHaveLength(1)
    expect(await findFolder('Work')).toBeTruthy()
  })
})

describe('recordings dropped on a folder (B§4, B§5)', () => {
  const moves = () => server.calls('POST /file/update-tags')
  const expectUnchanged = async () => expect((await findFolder('Work')).textContent).toBe('Work1')

  it('are moved; a toast links to the folder', async () => {
    const { user, address } = await renderSection()
    await waitFor(expectUnchanged)
    const target = (await findFolder('Work')).closest('li')!
    const dragInit = dragEventInit(unorganizedFile.id, song.id)
    expect(fireEvent.dragOver(target, dragInit)).toBe(false)
    fireEvent.drop(target, dragInit)
    await waitFor(() => expect(moves()[0]?.body).toEqual({ file_id_list: [unorganizedFile.id, song.id], filetag_id: 'f1' }))
    expect((await findFolder('Work')).textContent).toBe('Work3')
    expect(await screen.findByText('2 recordings moved to “Work”')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Visit' }))
    expect(address()).toBe('/file-list?tagId=f1')
  })

  it('are skipped when all are already there (files_exist_tip)', async () => {
    await renderSection()
    await waitFor(expectUnchanged)
    fireEvent.drop((await findFolder('Work')).closest('li')!, dragEventInit(talk.id))
    expect(await screen.findByText('Already here.')).toBeTruthy()
    expect(moves()).toEqual([])
  })

  it('are moved except those already there', async () => {
    await renderSection()
    await waitFor(expectUnchanged)
    fireEvent.drop((await findFolder('Work')).closest('li')!, dragEventInit(talk.id, unorganizedFile.id))
    await waitFor(() => expect(moves()[0]?.body).toEqual({ file_id_list: [unorganizedFile.id], filetag_id: 'f1' }))
  })

  it.each([
    ['the server’s words when it refuses', { body: { status: -4, msg: 'The folder is full' } }, /^The folder is full$/],
    [
      'home_list_file_move_fail when it has none',
      'unreachable',
      /^The recordings could not be moved\. The server cannot be reached/,
    ],
  ] as const)('stay in place when the move fails, with %s', async (_, answer, message) => {
    server.refuse('POST /file/update-tags', answer)
    await renderSection()
    await waitFor(expectUnchanged)
    fireEvent.drop((await findFolder('Work')).closest('li')!, dragEventInit(unorganizedFile.id))
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    await waitFor(expectUnchanged)
  })

  it('are the only accepted drop; files from the desktop are left to the window', async () => {
    await renderSection()
    const dragInit = dragEventInit()
    dragInit.dataTransfer.setData('Files', '')
    expect(fireEvent.dragOver((await findFolder('Work')).closest('li')!, dragInit)).toBe(true)
    expect(fireEvent.drop((await findFolder('Work')).closest('li')!, dragInit)).toBe(true)
  })
})

it('has no accessibility violations, with a menu open and with a dialog open', async () => {
  const { user } = await renderSection('f1')
  await findFolder('Work')
  expect(await axeViolations()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Actions for Work' }))
  await screen.findByRole('menu')
  expect(await axeViolations()).toEqual([])
  await user.click(screen.getByRole('menuitem', { name: 'Delete folder' }))
  await screen.findByRole('alertdialog')
  expect(await axeViolations()).toEqual([])
})
