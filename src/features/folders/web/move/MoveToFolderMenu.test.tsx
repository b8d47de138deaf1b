import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FileMenu, useLibrary } from '#features/files/web.tsx'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { FolderDialog } from '../dialog/FolderDialog.tsx'
import { MoveToFolderMenu } from './MoveToFolderMenu.tsx'

const folders = ['Work', 'Play'].map((name, index) => ({ id: `f${index}`, name, color: '#4c8eff', icon: 'folder' }))

let server: MockLibraryServer
beforeEach(() => {
  server = new MockLibraryServer({ folders, files: [fileRow({ filename: 'Talk', filetag_id_list: ['f0'] })] })
})
afterEach(() => vi.unstubAllGlobals())

function Page() {
  const file = useLibrary().data?.[0]
  const [newFolderIds, setNewFolderIds] = useState<readonly string[]>()
  return (
    <>
      {file && <FileMenu file={file} moveMenu={<MoveToFolderMenu files={[file]} onNewFolder={setNewFolderIds} />} />}
      <FolderDialog open={newFolderIds !== undefined} fileIds={newFolderIds ?? []} onClose={() => setNewFolderIds(undefined)} />
    </>
  )
}

/** Opens the menu and the submenu by keyboard. */
async function openSubmenu() {
  const view = await renderWithProviders(withRouter(<Page />).page)
  const button = await screen.findByRole('button', { name: 'Actions for Talk' })
  button.focus()
  await view.user.keyboard('{Enter}')
  const move = await screen.findByRole('menuitem', { name: 'Move to folder' })
  await waitFor(() => expect(document.activeElement).toBe(move))
  await view.user.keyboard('{ArrowRight}')
  await screen.findByRole('menuitem', { name: /Work/ })
  return view
}
const moveCalls = () => server.calls('POST /file/update-tags').map(({ body }) => body)

describe('“Move to folder” submenu of a recording', () => {
  it('opens by keyboard, marks the current folder, and moves the recording', async () => {
    const { user } = await openSubmenu()
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Work/))
    expect(screen.getByRole('menuitem', { name: 'Work Current folder' })).toBe(document.activeElement)
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(moveCalls()).toEqual([{ file_id_list: [server.files[0]!.id], filetag_id: 'f1' }]))
    expect(await screen.findByText('Moved to “Play”')).toBeTruthy()
  })

  it('moves the recording out of its folder', async () => {
    const { user } = await openSubmenu()
    await user.click(screen.getByRole('menuitem', { name: 'Unorganized' }))
    await waitFor(() => expect(moveCalls()).toEqual([{ file_id_list: [server.files[0]!.id], filetag_id: '' }]))
    expect(await screen.findByText('Moved to Unorganized')).toBeTruthy()
  })

  it('creates a folder and moves the recording into it (B§4)', async () => {
    const { user } = await openSubmenu()
    await user.click(screen.getByRole('menuitem', { name: 'New folder' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Research{Enter}')
    expect(await screen.findByText('Moved to “Research”')).toBeTruthy()
    expect(server.files[0]?.filetag_id_list).toEqual([server.folders[2]?.id])
  })

  it('has no accessibility violations', async () => {
    await openSubmenu()
    expect(await axeViolations()).toEqual([])
  })
})
