import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { FOLDER_ICONS } from '../../rules.ts'
import type { Folder } from '../../contract.ts'
import { FolderDialog } from './FolderDialog.tsx'
import type { FolderDialogProps } from './FolderForm.tsx'

const work: Folder = { id: 'f1', name: 'Work', color: '#4c8eff', icon: 'briefcase' }
const play: Folder = { id: 'f2', name: 'Play', color: '#46cf6c', icon: 'e627' }

let server: MockLibraryServer
beforeEach(() => {
  server = new MockLibraryServer({ folders: [work, play] })
})
afterEach(() => vi.unstubAllGlobals())

async function openDialog(props: Partial<FolderDialogProps> = {}) {
  const calls = { onClose: vi.fn<() => void>(), onSaved: vi.fn<(folder: Folder) => void>() }
  const view = await renderWithProviders(withRouter(<FolderDialog open {...calls} {...props} />).page)
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
  return { ...view, ...calls, field, save: screen.getByRole('button', { name: props.folder ? 'Save' : 'Create' }) }
}

const createCalls = () => server.calls('POST /filetag/')
const changeCalls = (id: string) => server.calls(`PATCH /filetag/${id}`)
const getGrid = (name: string) => screen.getByRole('radiogroup', { name })
const selectedOption = (name: string) => within(getGrid(name)).getByRole('radio', { checked: true })

describe('dialog for a new folder (B§2, B§5)', () => {
  it('focuses the name and selects the first preset and the plain folder', async () => {
    const { field } = await openDialog()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(field.value).toBe('')
    expect(selectedOption('Color')).toBe(screen.getByRole('radio', { name: 'Black' }))
    expect(selectedOption('Icon')).toBe(screen.getByRole('radio', { name: 'Folder' }))
  })

  it('cannot be saved without a name, and shows why', async () => {
    const { save, user, field } = await openDialog()
    expect(save.getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(save.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter a folder name.')
    await user.click(save)
    await user.type(field, '   ')
    expect(save.getAttribute('aria-disabled')).toBe('true')
    expect(createCalls()).toEqual([])
  })

  it('shows home_add_folder_name_empty_toast for Enter on an empty name', async () => {
    const { user } = await openDialog()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('A folder needs a name.')).toBeTruthy()
    expect(createCalls()).toEqual([])
  })

  it('refuses a name of 255 characters at the field and accepts one of 254', async () => {
    const { save, field } = await openDialog()
    fireEvent.change(field, { target: { value: 'x'.repeat(255) } })
    expect((await screen.findAllByText('Use at most 254 characters.')).length).toBeGreaterThan(0)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(save.getAttribute('aria-disabled')).toBe('true')
    fireEvent.change(field, { target: { value: 'x'.repeat(254) } })
    expect(save.getAttribute('aria-disabled')).not.toBe('true')
  })

  it('moves the focus to the page when its origin is gone and no sidebar shows the folder', async () => {
    function Move() {
      const [open, setOpen] = useState(false)
      const [isMoved, setMoved] = useState(false)
      return (
        <>
          <main tabIndex={-1}>{!isMoved && <button onClick={() => setOpen(true)}>Move</button>}</main>
          <FolderDialog open={open} onClose={() => setOpen(false)} onSaved={() => setMoved(true)} />
        </>
      )
    }
    const { user } = await renderWithProviders(withRouter(<Move />).page)
    await user.click(await screen.findByRole('button', { name: 'Move' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Research{Enter}')
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('main')))
  })

  it('saves by Enter with the trimmed name and the selected colour and icon', async () => {
    const { user, field, onClose, onSaved } = await openDialog()
    await user.type(field, '  Research ')
    await user.click(screen.getByRole('radio', { name: 'Purple' }))
    await user.click(screen.getByRole('radio', { name: 'Microscope' }))
    await user.click(field)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(createCalls()[0]?.body).toEqual({ name: 'Research', color: '#c149eb', icon: 'microscope' })
    expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ name: 'Research' }))
  })

  it('closes by Esc without saving', async () => {
    const { user, field, onClose } = await openDialog()
    await user.type(field, 'Research')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(createCalls()).toEqual([])
  })

  it('shows at the field that the name is taken (B§8: -2) until it changes', async () => {
    const { user, field, save, onClose } = await openDialog()
    await user.type(field, 'Work')
    await user.click(save)
    expect(await screen.findByText('A folder with this name already exists.')).toBeTruthy()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(onClose).not.toHaveBeenCalled()
    await user.type(field, '!')
    expect(screen.queryByText('A folder with this name already exists.')).toBeNull()
  })

  it('sends one request however often Save is pressed', async () => {
    const release = server.hold('POST /filetag/')
    const { user, field, save, onClose } = await openDialog()
    await user.type(field, 'Research')
    fireEvent.click(save)
    fireEvent.click(save)
    fireEvent.submit(field.form!)
    await waitFor(() => expect(save.getAttribute('aria-busy')).toBe('true'))
    release()
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(createCalls()).toHaveLength(1)
  })

  it('shows that the account has the maximum number of folders, and stays open with the name', async () => {
    server.refuse('POST /filetag/', { httpStatus: 200, body: { status: -6, msg: 'An account can have 2,000 folders at most.' } })
    const { user, field, onClose } = await openDialog()
    await user.type(field, 'Research{Enter}')
    const text = 'You have 2,000 folders, the maximum. Delete one to create another.'
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
    expect(onClose).not.toHaveBeenCalled()
    expect(field.value).toBe('Research')
  })

  it('stays open with the typed name when the server fails, and shows Folder_add_failed with the request id (B§8)', async () => {
    server.refuse('POST /filetag/', { httpStatus: 500, body: { status: -500, msg: 'Internal', request_id: 'req-77' } })
    const { user, field, save, onClose } = await openDialog()
    await user.type(field, 'Research')
    await user.click(save)
    expect((await screen.findAllByText(/^The folder could not be created\. The server had a problem/)).length).toBeGreaterThan(0)
    expect(screen.getByText('Request ID: req-77')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
    expect(field.value).toBe('Research')
    await user.click(save)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  })

  it('moves the given recordings into the new folder (B§4)', async () => {
    const file = fileRow({ filename: 'Interview' })
    server.files = [file]
    const { user, field } = await openDialog({ fileIds: [file.id] })
    await user.type(field, 'Research{Enter}')
    await waitFor(() => expect(server.files[0]?.filetag_id_list).toEqual([server.folders[2]?.id]))
    expect(await screen.findByText('Moved to “Research”')).toBeTruthy()
  })
})

describe('dialog for changing a folder', () => {
  it('shows the current fields and resolves a legacy icon code', async () => {
    const { field } = await openDialog({ folder: play })
    expect(field.value).toBe('Play')
    expect(selectedOption('Color')).toBe(screen.getByRole('radio', { name: 'Green' }))
    expect(selectedOption('Icon')).toBe(screen.getByRole('radio', { name: 'Bookmark' }))
  })

  it('shows home_change_folder_not_changed_toast when name, colour and icon are unchanged', async () => {
    const { user, save, onClose } = await openDialog({ folder: work })
    await user.click(save)
    expect(await screen.findByText('Nothing to save: no changes were made.')).toBeTruthy()
    expect(changeCalls('f1')).toEqual([])
    expect(onClose).not.toHaveBeenCalled()
  })

  it('saves a change of only the colour, also to a named one', async () => {
    const { user, save, onClose } = await openDialog({ folder: work })
    await user.click(screen.getByRole('button', { name: 'More colors' }))
    expect(within(getGrid('Named colors')).getAllByRole('radio')).toHaveLength(12)
    await user.click(within(getGrid('Named colors')).getByRole('radio', { name: 'Teal' }))
    await user.click(save)
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(changeCalls('f1')[0]?.body).toMatchObject({ name: 'Work', color: '#148f8b', icon: 'briefcase' })
  })

  it('refuses the name of another folder at the field', async () => {
    const { user, field, save } = await openDialog({ folder: work })
    await user.clear(field)
    await user.type(field, 'Play')
    await user.click(save)
    expect(await screen.findByText('A folder with this name already exists.')).toBeTruthy()
  })

  it('shows Folder_rename_failed when the server is unreachable (B§8)', async () => {
    server.refuse('PATCH /filetag/f1', 'unreachable')
    const { user, field, save } = await openDialog({ folder: work })
    await user.type(field, '!')
    await user.click(save)
    expect(
      (await screen.findAllByText(/^The folder could not be changed\. The server cannot be reached/)).length,
    ).toBeGreaterThan(0)
  })
})

describe('icon grid', () => {
  it('has 58 icons with unique names', async () => {
    await openDialog()
    const names = within(getGrid('Icon'))
      .getAllByRole('radio')
      .map((radio) => radio.getAttribute('aria-label'))
    expect(names).toHaveLength(FOLDER_ICONS.length)
    expect(new Set(names).size).toBe(FOLDER_ICONS.length)
  })

  it('has one tab stop; arrows, Home and End select', async () => {
    const { user } = await openDialog()
    const icons = within(getGrid('Icon')).getAllByRole('radio')
    // The layout of a browser with eight icons per row.
    for (const [index, icon] of icons.entries()) Object.defineProperty(icon, 'offsetTop', { value: Math.floor(index / 8) * 40 })
    expect(icons.filter((icon) => icon.tabIndex === 0)).toHaveLength(1)
    icons[0]!.focus()
    const at = () => icons.indexOf(document.activeElement as HTMLElement)
    for (const [key, index] of [
      ['ArrowRight', 1],
      ['ArrowDown', 9],
      ['ArrowUp', 1],
      ['ArrowUp', 1],
      ['ArrowLeft', 0],
      ['ArrowLeft', 57],
      ['ArrowDown', 57],
      ['Home', 0],
      ['End', 57],
    ] as const) {
      await user.keyboard(`{${key}}`)
      expect([key, at()]).toEqual([key, index])
      expect(icons[index]!.getAttribute('aria-checked')).toBe('true')
    }
  })
})

it('has no accessibility violations', async () => {
  await openDialog({ folder: work })
  expect(await axeViolations()).toEqual([])
})
