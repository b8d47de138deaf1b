import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LibraryServer, fileRow } from '#test/screen/LibraryServer.ts'
import { inRouter } from '#test/screen/inRouter.tsx'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import type { LibraryRow } from '../contract.ts'
import type { Shelf } from '../rules.ts'
import { clearListFilter, useListFilter } from './listFilter.ts'
import { useListSort } from './useListSort.ts'
import { useNeighbours } from './useNeighbours.ts'
import { useShelfOrder } from './useShelfOrder.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  clearListFilter()
  localStorage.clear()
})

const idOf = (n: number) => String(n).padStart(32, '0')
/** Newest first: Talk 1, Talk 2 … */
const row = (n: number, change: Partial<LibraryRow> = {}) =>
  fileRow({ id: idOf(n), filename: `Talk ${n}`, start_time: 1_763_716_320 - n * 60, ...change })

let set: { filter: (query: string) => void; sort: ReturnType<typeof useListSort>[1]; found: readonly LibraryRow[] | undefined }

function Told({ shelf, id }: { shelf: Shelf; id: string }) {
  const { previous, next, place, total } = useNeighbours(shelf, id)
  const [, filter] = useListFilter(shelf)
  const [, sort] = useListSort()
  const { found } = useShelfOrder(shelf)
  useEffect(() => {
    set = { filter, sort, found }
  })
  return <p>{`${previous?.filename ?? '-'} < ${place ?? '?'} of ${total ?? '?'} > ${next?.filename ?? '-'}`}</p>
}

const at = (n: number, shelf: Shelf = {}) => renderScreen(inRouter(<Told shelf={shelf} id={idOf(n)} />).page)

describe('previous and next recording', () => {
  it('are those of the list, without the trash', async () => {
    new LibraryServer({ files: [row(1), row(2, { is_trash: true }), row(3), row(4, { scene: 7 })] })
    const { unmount } = await at(3)
    expect(await screen.findByText('Talk 1 < 2 of 3 > Talk 4')).toBeTruthy()
    unmount()
    await at(2, { categoryId: 'trash' })
    expect(await screen.findByText('- < 1 of 1 > -')).toBeTruthy()
  })

  it('follow the sort of the lists at once', async () => {
    new LibraryServer({ files: [row(1, { filename: 'Talk 10' }), row(2), row(3, { filename: 'Alpha' })] })
    await at(2)
    expect(await screen.findByText('Talk 10 < 2 of 3 > Alpha')).toBeTruthy()
    act(() => set.sort({ by: 'name', isDescending: false }))
    expect(await screen.findByText('Alpha < 2 of 3 > Talk 10')).toBeTruthy()
    act(() => set.sort({ by: 'date', isDescending: false }))
    expect(await screen.findByText('Alpha < 2 of 3 > Talk 10')).toBeTruthy()
    act(() => set.sort({ by: 'name', isDescending: true }))
    expect(await screen.findByText('Talk 10 < 2 of 3 > Alpha')).toBeTruthy()
  })

  it('follow the filter of the list, except for a recording that does not match', async () => {
    new LibraryServer({ files: [row(1), row(2, { filename: 'Song' }), row(3)] })
    const { unmount } = await at(3)
    expect(await screen.findByText('Song < 3 of 3 > -')).toBeTruthy()
    act(() => set.filter('talk'))
    expect(await screen.findByText('Talk 1 < 2 of 2 > -')).toBeTruthy()
    unmount()
    const other = await at(2)
    expect(await screen.findByText('Talk 1 < 2 of 3 > Talk 3')).toBeTruthy()
    other.unmount()
    await at(3, { categoryId: 'web' })
    expect(await screen.findByText('Song < 3 of 3 > -')).toBeTruthy()
  })

  it('are undefined for an unknown recording', async () => {
    new LibraryServer({ files: [row(1)] })
    await at(9)
    expect(await screen.findByText('- < ? of 1 > -')).toBeTruthy()
  })

  it('are known for loaded rows, and the total only when all are loaded', async () => {
    const files = Array.from({ length: 250 }, (_, n) => row(n + 1))
    const server = new LibraryServer({ files })
    await at(100)
    expect(await screen.findByText('Talk 99 < 100 of 250 > Talk 101')).toBeTruthy()
    expect(server.calls('GET /file/simple/web')).toEqual([])
  })

  it('use lists that are cached for all callers', async () => {
    new LibraryServer({ files: [row(1), row(2)] })
    await at(1)
    await screen.findByText('- < 1 of 2 > Talk 2')
    const before = set.found
    act(() => set.filter('talk'))
    await screen.findByText('- < 1 of 2 > Talk 2')
    act(() => set.filter(''))
    expect(set.found).toEqual(before)
  })
})
