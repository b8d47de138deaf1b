import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { mockElementSizes } from '#test/screens/mockLayout.ts'
import { NOTHING_FOUND } from '#test/screens/mockSearch.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import type { ListView } from '#features/files/rules.ts'
import { clearListFilter } from '../order/useListRows.ts'
import { FileListPane } from './FileListPane.tsx'

let server: MockLibraryServer
beforeEach(() => {
  mockElementSizes()
  const files = [
    fileRow({ filename: 'Budget review', filetag_id_list: ['f1'] }),
    fileRow({ filename: 'Old memo', is_trash: true }),
  ]
  server = new MockLibraryServer({ files, folders: [{ id: 'f1', name: 'Research', color: '#4c8eff', icon: 'folder' }] })
})
afterEach(() => {
  vi.unstubAllGlobals()
  clearListFilter()
})

async function renderList(listView: ListView) {
  const { page } = withRouter(<FileListPane listView={listView} />, '/file-list')
  return renderWithProviders(page)
}

describe('the field of a list', () => {
  it('leads to what the texts of the list contain, with their number', async () => {
    const search = vi.spyOn(server, 'searchReply')
    const { user } = await renderList({ tagId: 'f1' })
    await screen.findByRole('link', { name: 'Budget review' })
    expect(screen.queryByText(/transcripts, summaries and notes/)).toBeNull()
    await user.type(screen.getByRole('searchbox'), 'rains')
    const link = await screen.findByRole('link', { name: 'Search transcripts, summaries and notes' })
    expect(link.getAttribute('href')).toBe('/search?q=rains&folder=f1')
    search.mockReturnValue({ ...NOTHING_FOUND, total_moments: 12 })
    await user.type(screen.getByRole('searchbox'), ' and')
    expect(await screen.findByRole('link', { name: '12 moments in transcripts, summaries and notes' })).toBeTruthy()
    expect(await axeViolations()).toEqual([])
  })

  it('does not lead from the trash to texts, which are not searched there', async () => {
    const { user } = await renderList({ categoryId: 'trash' })
    await screen.findByRole('link', { name: 'Old memo' })
    await user.type(screen.getByRole('searchbox'), 'memo')
    expect(screen.queryByRole('link', { name: /transcripts, summaries and notes/ })).toBeNull()
  })
})
