import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fileTopic } from '#features/files/contract.ts'
import { filesFeature } from '#features/files/web.tsx'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { renderFilePage } from '#test/screens/renderFilePage.tsx'
import { FILE_ID, createRecording } from '#test/screens/createRecording.ts'

const unnamed = createRecording({ filename: 'REC001' })
const titled = createRecording({ filename: 'Budget for the printer', original_filename: 'REC001', is_summary: true })

const sendLive = await createLiveSender(filesFeature)

afterEach(() => vi.unstubAllGlobals())

const findTitle = async () => (await screen.findByRole('heading', { level: 1 })).textContent
const queryToast = () => screen.queryByText('Titled “Budget for the printer” from its content')

/** Opens an unnamed recording, which then gets a title. */
async function renderTitled(start: Parameters<typeof renderFilePage>[0] = {}) {
  const view = await renderFilePage({ files: [unnamed], ...start })
  expect(await findTitle()).toBe('REC001')
  view.state.files = [titled]
  sendLive(view.queries, fileTopic, { id: FILE_ID })
  await waitFor(() => expect(queryToast()).not.toBeNull())
  expect(await findTitle()).toBe('Budget for the printer')
  return view
}

async function openMenu({ user }: Awaited<ReturnType<typeof renderFilePage>>) {
  await user.click(screen.getByRole('button', { name: 'More' }))
  return screen.findByRole('menu')
}

describe('a title from the content', () => {
  it('is announced while the page is open, and Undo restores the original one', async () => {
    const { user, state } = await renderTitled()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await findTitle()).toBe('REC001')
    await waitFor(() => expect(state.files[0]).toMatchObject({ filename: 'REC001', original_filename: null }))
    await waitFor(() => expect(queryToast()).toBeNull())
  })

  it('is not announced when the page opens later, but its menu restores the original one', async () => {
    const view = await renderFilePage({ files: [titled] })
    expect(await findTitle()).toBe('Budget for the printer')
    await view.user.click(within(await openMenu(view)).getByRole('menuitem', { name: 'Use the original title' }))
    expect(await findTitle()).toBe('REC001')
    await waitFor(() => expect(view.state.files[0]?.original_filename).toBeNull())
    expect(queryToast()).toBeNull()
    expect(within(await openMenu(view)).queryByRole('menuitem', { name: 'Use the original title' })).toBeNull()
  })

  it('returns when restoring fails, and can be restored again', async () => {
    const view = await renderTitled({ failsToRename: true })
    await view.user.click(screen.getByRole('button', { name: 'Undo' }))
    expect((await screen.findAllByText(/^The recording could not be renamed/)).length).toBeGreaterThan(0)
    await waitFor(async () => expect(await findTitle()).toBe('Budget for the printer'))
    view.state.failsToRename = false
    await view.user.click(within(await openMenu(view)).getByRole('menuitem', { name: 'Use the original title' }))
    await waitFor(() => expect(view.state.files[0]?.filename).toBe('REC001'))
  })

  it('cannot be undone any more after a rename', async () => {
    const { user } = await renderTitled()
    await user.keyboard('{F2}')
    await user.clear(await screen.findByRole('textbox', { name: 'Title of the recording' }))
    await user.keyboard('Printer{Enter}')
    await waitFor(() => expect(queryToast()).toBeNull())
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(await findTitle()).toBe('Printer')
  })
})

it('a recording with a name has no original title to use', async () => {
  const view = await renderFilePage({ files: [createRecording()] })
  await findTitle()
  expect(within(await openMenu(view)).queryByRole('menuitem', { name: 'Use the original title' })).toBeNull()
})
