import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LibraryServer, fileRow } from '#test/screen/LibraryServer.ts'
import { inRouter } from '#test/screen/inRouter.tsx'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { applyLiveEvent } from './applyLiveEvent.ts'
import { FolderDialog } from './FolderDialog.tsx'
import { FolderSection } from './FolderSection.tsx'
import { useGoneFolder } from './useGoneFolder.ts'

const work = { id: 'f1', name: 'Work', color: '#4c8eff', icon: 'folder' }
const talk = fileRow({ filename: 'Talk' })

let server: LibraryServer
beforeEach(() => {
  server = new LibraryServer({ folders: [work], files: [talk] })
})
afterEach(() => vi.unstubAllGlobals())

/** The two places that open the folder dialog: the sidebar and the menu of a recording. */
function BothWays() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <FolderSection />
      <button onClick={() => setOpen(true)}>For Talk</button>
      <FolderDialog open={isOpen} fileIds={[talk.id]} onClose={() => setOpen(false)} />
    </>
  )
}

async function shown() {
  const view = await renderScreen(inRouter(<BothWays />).page)
  await screen.findByRole('link', { name: /^Work/ })
  return view
}
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
// A toast has the dialog role too.
const closed = () => waitFor(() => expect(document.querySelector('[role="dialog"]:not([data-toast])')).toBeNull())

describe('folder created twice at once (B§4)', () => {
  it('is created once from both places, and the waiting recordings are moved into it', async () => {
    const letGo = server.hold('POST /filetag/')
    const { user } = await shown()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await field(), 'Research{Enter}')
    await user.keyboard('{Escape}')
    await closed()
    await user.click(screen.getByRole('button', { name: 'For Talk' }))
    await user.type(await field(), 'Research{Enter}')
    letGo()
    await closed()
    expect(server.calls('POST /filetag/')).toHaveLength(1)
    expect(screen.getAllByRole('link', { name: /^Research/ })).toHaveLength(1)
    await waitFor(() => expect(server.files[0]?.filetag_id_list).toEqual([server.folders[1]?.id]))
  })

  it('does not close a dialog opened after its own was closed', async () => {
    const letGo = server.hold('POST /filetag/')
    const { user } = await shown()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await field(), 'Research{Enter}')
    await user.keyboard('{Escape}')
    await closed()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await field(), 'Other')
    letGo()
    expect(await screen.findByRole('link', { name: /^Research/, hidden: true })).toBeTruthy()
    expect((await field()).value).toBe('Other')
  })
})

describe('folder created in another tab in the meantime', () => {
  it('refuses the name (Folder_exists), and is then shown in the list', async () => {
    const { user } = await shown()
    server.folders = [work, { ...work, id: 'f2', name: 'Research' }]
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await field(), 'Research{Enter}')
    expect(await screen.findByText('There is already a folder of this name.')).toBeTruthy()
    expect(await screen.findByRole('link', { name: /^Research/, hidden: true })).toBeTruthy()
    await user.keyboard('{Escape}')
    await closed()
    expect(screen.getAllByRole('link', { name: /^Research/ })).toHaveLength(1)
  })
})

describe('deleting a folder', () => {
  const ask = async () => {
    fireEvent.keyDown(await screen.findByRole('link', { name: /^Work/ }), { key: 'Delete' })
    return screen.findByRole('alertdialog')
  }

  it('shows how many recordings become unorganized, with thousands separators', async () => {
    server.files = Array.from({ length: 1500 }, (_, n) => fileRow({ filename: `${n}`, filetag_id_list: ['f1'] }))
    await shown()
    await waitFor(() => expect(screen.getByRole('link', { name: /^Work/ }).textContent).toBe('Work1,500'))
    const dialog = await ask()
    expect(within(dialog).getByText('The 1,500 recordings in it go to Unorganized. They are not deleted.')).toBeTruthy()
  })

  it('shows no number until it is known', async () => {
    const letGo = server.hold('GET /file/page')
    await shown()
    const dialog = await ask()
    expect(within(dialog).getByText('The recordings in it go to Unorganized. They are not deleted.')).toBeTruthy()
    letGo()
    expect(await within(dialog).findByText('The folder is empty. No recording is deleted.')).toBeTruthy()
  })

  it('succeeds when the folder was already deleted elsewhere', async () => {
    const { user } = await shown()
    server.refuse('DELETE /filetag/f1', { httpStatus: 404, body: { status: -404, msg: 'Not found' } })
    server.folders = []
    await user.click(within(await ask()).getByRole('button', { name: 'Delete folder' }))
    expect(await screen.findByText('Folder “Work” deleted')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Work/ })).toBeNull()
  })
})

function Shown({ onGone }: { onGone: () => void }) {
  useGoneFolder('f1', onGone)
  return <FolderSection activeId="f1" />
}

describe('folder deleted elsewhere while its recordings are shown', () => {
  it('is announced once, and its list is left', async () => {
    const gone = vi.fn<() => void>()
    const { queries } = await renderScreen(inRouter(<Shown onGone={gone} />).page)
    await screen.findByRole('link', { name: /^Work/ })
    expect(gone).not.toHaveBeenCalled()
    server.folders = []
    act(() => applyLiveEvent(queries, { name: 'folders', data: { id: 'f1' } }))
    expect(await screen.findAllByText('Folder “Work” deleted')).toHaveLength(1)
    expect(gone).toHaveBeenCalledTimes(1)
  })

  it('is not announced when it never existed', async () => {
    server.folders = []
    const gone = vi.fn<() => void>()
    await renderScreen(inRouter(<Shown onGone={gone} />).page)
    await screen.findByText('Folders keep recordings that belong together.')
    expect(gone).not.toHaveBeenCalled()
  })
})

describe('grids of the dialog', () => {
  it('submit by Enter like native radio buttons (B§5)', async () => {
    const { user } = await shown()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await field(), 'Research')
    screen.getByRole('radio', { name: 'Black' }).focus()
    await user.keyboard('{ArrowRight}{Enter}')
    await closed()
    expect(server.calls('POST /filetag/')[0]?.body).toMatchObject({ name: 'Research', color: '#4c8eff' })
  })

  it('show the error when the name is missing', async () => {
    const { user } = await shown()
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await field()
    screen.getByRole('radio', { name: 'Black' }).focus()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('The folder needs a name.')).toBeTruthy()
    expect(server.calls('POST /filetag/')).toEqual([])
  })
})
