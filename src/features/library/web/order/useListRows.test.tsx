import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MockLibraryServer, fileRow } from '#test/screens/MockLibraryServer.ts'
import { withRouter } from '#test/screens/withRouter.tsx'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import type { LibraryRow } from '#features/files/contract.ts'
import type { ListView } from '#features/files/rules.ts'
import { clearListFilter, useListFilter, useListRows, useNeighbours } from './useListRows.ts'
import { useListSort } from './listSort.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  clearListFilter()
  localStorage.clear()
})

const idOf = (n: number) => String(n).padStart(32, '0')
/** Newest first: Talk 1, Talk 2 … */
const row = (n: number, change: Partial<LibraryRow> = {}) =>
  fileRow({ id: idOf(n), filename: `Talk ${n}`, start_time: 1_763_716_320 - n * 60, ...change })

let controls: {
  filter: (query: string) => void
  sort: ReturnType<typeof useListSort>[1]
  found: readonly LibraryRow[] | undefined
}

function NeighboursText({ listView, id }: { listView: ListView; id: string }) {
  const { previous, next, position, total } = useNeighbours(listView, id)
  const [, filter] = useListFilter(listView)
  const [, sort] = useListSort()
  const { found } = useListRows(listView)
  useEffect(() => {
    controls = { filter, sort, found }
  })
  return <p>{`${previous?.filename ?? '-'} < ${position ?? '?'} of ${total ?? '?'} > ${next?.filename ?? '-'}`}</p>
}

const renderAt = (n: number, listView: ListView = {}) =>
  renderWithProviders(withRouter(<NeighboursText listView={listView} id={idOf(n)} />).page)

describe('previous and next recording', () => {
  it('are those of the list, without the trash', async () => {
    new MockLibraryServer({ files: [row(1), row(2, { is_trash: true }), row(3), row(4, { scene: 7 })] })
    const { unmount } = await renderAt(3)
    expect(await screen.findByText('Talk 1 < 2 of 3 > Talk 4')).toBeTruthy()
    unmount()
    await renderAt(2, { categoryId: 'trash' })
    expect(await screen.findByText('- < 1 of 1 > -')).toBeTruthy()
  })

  it('follow the sort of the lists at once', async () => {
    new MockLibraryServer({ files: [row(1, { filename: 'Talk 10' }), row(2), row(3, { filename: 'Alpha' })] })
    await renderAt(2)
    expect(await screen.findByText('Talk 10 < 2 of 3 > Alpha')).toBeTruthy()
    act(() => controls.sort({ by: 'name', isDescending: false }))
    expect(await screen.findByText('Alpha < 2 of 3 > Talk 10')).toBeTruthy()
    act(() => controls.sort({ by: 'date', isDescending: false }))
    expect(await screen.findByText('Alpha < 2 of 3 > Talk 10')).toBeTruthy()
    act(() => controls.sort({ by: 'name', isDescending: true }))
    expect(await screen.findByText('Talk 10 < 2 of 3 > Alpha')).toBeTruthy()
  })

  it('follow the filter of the list, except for a recording that does not match', async () => {
    new MockLibraryServer({ files: [row(1), row(2, { filename: 'Song' }), row(3)] })
    const { unmount } = await renderAt(3)
    expect(await screen.findByText('Song < 3 of 3 > -')).toBeTruthy()
    act(() => controls.filter('talk'))
    expect(await screen.findByText('Talk 1 < 2 of 2 > -')).toBeTruthy()
    unmount()
    const other = await renderAt(2)
    expect(await screen.findByText('Talk 1 < 2 of 3 > Talk 3')).toBeTruthy()
    other.unmount()
    await renderAt(3, { categoryId: 'web' })
    expect(await screen.findByText('Song < 3 of 3 > -')).toBeTruthy()
  })

  it('are undefined for an unknown recording', async () => {
    new MockLibraryServer({ files: [row(1)] })
    await renderAt(9)
    expect(await screen.findByText('- < ? of 1 > -')).toBeTruthy()
  })

  it('are known for loaded rows, and the total only when all are loaded', async () => {
    const files = Array.from({ length: 250 }, (_, n) => row(n + 1))
    const server = new MockLibraryServer({ files })
    await renderAt(100)
    expect(await screen.findByText('Talk 99 < 100 of 250 > Talk 101')).toBeTruthy()
    expect(server.calls('GET /file/simple/web')).toEqual([])
  })

  it('use lists that are cached for all callers', async () => {
    new MockLibraryServer({ files: [row(1), row(2)] })
    await renderAt(1)
    await screen.findByText('- < 1 of 2 > Talk 2')
    const before = controls.found
    act(() => controls.filter('talk'))
    await screen.findByText('- < 1 of 2 > Talk 2')
    act(() => controls.filter(''))
    expect(controls.found).toEqual(before)
  })
})
