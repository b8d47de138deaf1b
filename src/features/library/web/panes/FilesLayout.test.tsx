import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { invalidateFiles } from '#features/files/web.tsx'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { mockElementSizes } from '#test/screens/mockLayout.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import { FilesLayout } from './FilesLayout.tsx'
import { setLastList } from './listLocation.ts'

const timesAt = (index: number) => ({ start_time: 1_763_716_320 - index * 3600, edit_time: 1_763_716_320 - index * 3600 })
const talk = fileRow({ filename: 'Talk', filetag_id_list: ['f1'], ...timesAt(0) })
const memo = fileRow({ filename: 'Memo', ...timesAt(1) })
const trashedFile = fileRow({ filename: 'Old memo', is_trash: true, ...timesAt(2) })

let server: MockLibraryServer
beforeEach(() => {
  mockElementSizes()
  const research = { id: 'f1', name: 'Research', color: '#4c8eff', icon: 'folder' }
  server = new MockLibraryServer({ files: [talk, memo, trashedFile], folders: [research] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

async function renderBeside(fileId: string) {
  const { queries } = await renderWithProviders(withRouter(<FilesLayout />, `/file/${fileId}`).page)
  return { queries, pane: await screen.findByRole('region', { name: 'List of recordings' }) }
}
const titlesIn = (pane: HTMLElement) =>
  within(pane)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

describe('the list beside a recording', () => {
  it('is the list from which the recording was opened, when it contains the recording', async () => {
    setLastList({ tagId: 'f1' })
    const { pane } = await renderBeside(talk.id)
    await waitFor(() => expect(titlesIn(pane)).toEqual(['Talk']))
  })

  it('is the list of all files for a recording that the last list does not contain', async () => {
    setLastList({ categoryId: 'trash' })
    const { pane } = await renderBeside(memo.id)
    await waitFor(() => expect(titlesIn(pane)).toEqual(['Talk', 'Memo']))
  })

  it('is the trash for a trashed recording', async () => {
    setLastList({ tagId: 'f1' })
    const { pane } = await renderBeside(trashedFile.id)
    await waitFor(() => expect(titlesIn(pane)).toEqual(['Old memo']))
  })

  it('stays when the recording leaves it while it is open', async () => {
    setLastList({ categoryId: 'unorganized' })
    const { pane, queries } = await renderBeside(memo.id)
    await waitFor(() => expect(titlesIn(pane)).toEqual(['Memo']))
    server.files = [talk, { ...memo, filetag_id_list: ['f1'] }, trashedFile]
    act(() => invalidateFiles(queries))
    await waitFor(() => expect(within(pane).queryByRole('link', { name: 'Memo' })).toBeNull())
    expect(within(pane).getByRole('heading', { name: 'Unorganized' })).toBeTruthy()
  })
})
