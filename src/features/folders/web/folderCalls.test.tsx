import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { foldersTopic } from '../contract.ts'
import { foldersFeature } from '../web.tsx'
import { FolderDialog } from './dialog/FolderDialog.tsx'
import { FolderSection } from './sidebar/FolderSection.tsx'
import { useFolderDeleted } from './sync/useFolderDeleted.ts'

const sendLive = await createLiveSender(foldersFeature)

const work = { id: 'f1', name: 'Work', color: '#4c8eff', icon: 'folder' }
const talk = fileRow({ filename: 'Talk' })

let server: MockLibraryServer
beforeEach(() => {
  server = new MockLibraryServer({ folders: [work], files: [talk] })
})
afterEach(() => vi.unstubAllGlobals())

/** The two places that open the folder dialog: the sidebar and the menu of a recording. */
function TwoDialogs() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <FolderSection />
      <button onClick={() => setOpen(true)}>For Talk</button>
      <FolderDialog open={isOpen} fileIds={[talk.id]} onClose={() => setOpen(false)} />
    </>
  )
}

async function renderBoth() {
  const view = await renderWithProviders(withRouter(<TwoDialogs />).page)
  await screen.findByRole('link', { name: /^Work/ })
  return view
}
const findField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
// A toast has the dialog role too.
const waitForClosed = () => waitFor(() => expect(document.querySelector('[role="dialog"]:not([data-toast])')).toBeNull())

describe('folder created twice at once (B§4)', () => {
  it('is created once from both places, and the waiting recordings are moved into it', async () => {
    const release = server.hold('POST /filetag/')
    const { user } = await renderBoth()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await findField(), 'Research{Enter}')
    await user.keyboard('{Escape}')
    await waitForClosed()
    await user.click(screen.getByRole('button', { name: 'For Talk' }))
    await user.type(await findField(), 'Research{Enter}')
    release()
    await waitForClosed()
    expect(server.calls('POST /filetag/')).toHaveLength(1)
    expect(screen.getAllByRole('link', { name: /^Research/ })).toHaveLength(1)
    await waitFor(() => expect(server.files[0]?.filetag_id_list).toEqual([server.folders[1]?.id]))
  })

  it('does not close a dialog opened after its own was closed', async () => {
    const release = server.hold('POST /filetag/')
    const { user } = await renderBoth()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await findField(), 'Research{Enter}')
    await user.keyboard('{Escape}')
    await waitForClosed()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await findField(), 'Other')
    release()
    expect(await screen.findByRole('link', { name: /^Research/, hidden: true })).toBeTruthy()
    expect((await findField()).value).toBe('Other')
  })
})

describe('folder created in another tab in the meantime', () => {
  it('refuses the name (Folder_exists), and is then shown in the list', async () => {
    const { user } = await renderBoth()
    server.folders = [work, { ...work, id: 'f2', name: 'Research' }]
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await findField(), 'Research{Enter}')
    expect(await screen.findByText('A folder with this name already exists.')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /^Research/, hidden: true })).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitForClosed()
    expect(screen.getAllByRole('link', { name: /^Research/ })).toHaveLength(1)
  })
})

describe('deleting a folder', () => {
  const openConfirmation = async () => {
    fireEvent.keyDown(await screen.findByRole('link', { name: /^Work/ }), { key: 'Delete' })
    return screen.findByRole('alertdialog')
  }

  it('shows how many recordings become unorganized, with thousands separators', async () => {
    server.files = Array.from({ length: 1500 }, (_, n) => fileRow({ filename: `${n}`, filetag_id_list: ['f1'] }))
    await renderBoth()
    await waitFor(() => expect(screen.getByRole('link', { name: /^Work/ }).textContent).toBe('Work1,500'))
    const dialog = await openConfirmation()
    expect(within(dialog).getByText('Its 1,500 recordings move to Unorganized and are not deleted.')).toBeTruthy()
  })

  it('shows no number until it is known', async () => {
    const release = server.hold('GET /file/page')
    await renderBoth()
    const dialog = await openConfirmation()
    expect(within(dialog).getByText('Its recordings move to Unorganized and are not deleted.')).toBeTruthy()
    release()
    expect(await within(dialog).findByText('This folder is empty. No recordings are deleted.')).toBeTruthy()
  })

  it('succeeds when the folder was already deleted elsewhere', async () => {
    const { user } = await renderBoth()
    server.refuse('DELETE /filetag/f1', { httpStatus: 404, body: { status: -404, msg: 'Not found' } })
    server.folders = []
    await user.click(within(await openConfirmation()).getByRole('button', { name: 'Delete folder' }))
    expect(await screen.findByText('Folder “Work” deleted')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Work/ })).toBeNull()
  })
})

function FolderList({ onDeleted }: { onDeleted: () => void }) {
  useFolderDeleted('f1', onDeleted)
  return <FolderSection activeId="f1" />
}

describe('folder deleted elsewhere while its recordings are shown', () => {
  it('is announced once, and its list is left', async () => {
    const onDeleted = vi.fn<() => void>()
    const { queries } = await renderWithProviders(withRouter(<FolderList onDeleted={onDeleted} />).page)
    await screen.findByRole('link', { name: /^Work/ })
    expect(onDeleted).not.toHaveBeenCalled()
    server.folders = []
    sendLive(queries, foldersTopic, { id: 'f1' })
    expect(await screen.findAllByText('Folder “Work” deleted')).toHaveLength(1)
    expect(onDeleted).toHaveBeenCalledTimes(1)
  })

  it('is not announced when it never existed', async () => {
    server.folders = []
    const onDeleted = vi.fn<() => void>()
    await renderWithProviders(withRouter(<FolderList onDeleted={onDeleted} />).page)
    await screen.findByText('Use folders to group recordings.')
    expect(onDeleted).not.toHaveBeenCalled()
  })
})

describe('grids of the dialog', () => {
  it('submit by Enter like native radio buttons (B§5)', async () => {
    const { user } = await renderBoth()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await findField(), 'Research')
    screen.getByRole('radio', { name: 'Black' }).focus()
    await user.keyboard('{ArrowRight}{Enter}')
    await waitForClosed()
    expect(server.calls('POST /filetag/')[0]?.body).toMatchObject({ name: 'Research', color: '#4c8eff' })
  })

  it('show the error when the name is missing', async () => {
    const { user } = await renderBoth()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await findField()
    screen.getByRole('radio', { name: 'Black' }).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('A folder needs a name.')).toBeTruthy()
    expect(server.calls('POST /filetag/')).toEqual([])
  })
})
