import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startFileDrag } from '#features/files/web.tsx'
import { renderLayout } from '#test/screens/renderLayout.tsx'

beforeEach(() => void vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

/** Returns the `dataTransfer` of a drag with two recordings. */
function makeDragData() {
  const dataByType = new Map<string, string>()
  const transfer = {
    setData: (type: string, data: string) => void dataByType.set(type, data),
    getData: (type: string) => dataByType.get(type) ?? '',
    get types() {
      return [...dataByType.keys()]
    },
    dropEffect: 'none',
  }
  startFileDrag(transfer, ['a', 'b'])
  return transfer
}

async function renderSidebar() {
  const drops = { unorganized: vi.fn<(ids: readonly string[]) => void>(), trash: vi.fn<(ids: readonly string[]) => void>() }
  const { sidebar } = await renderLayout('/', { drops })
  return { drops, row: (name: RegExp) => within(sidebar()).getByRole('link', { name }).closest('li')! }
}

describe('recordings dropped on the sidebar', () => {
  it('are accepted by Unorganized and Trash, which are outlined during the drag', async () => {
    const { drops, row } = await renderSidebar()
    const dataTransfer = makeDragData()
    await waitFor(() => expect(row(/^Unorganized/).innerHTML).toContain('outline-dashed'))
    expect(row(/^All files/).innerHTML).not.toContain('outline-dashed')
    fireEvent.dragOver(row(/^Trash/), { dataTransfer })
    expect(dataTransfer.dropEffect).toBe('move')
    fireEvent.drop(row(/^Trash/), { dataTransfer })
    expect(drops.trash).toHaveBeenCalledWith(['a', 'b'])
    await waitFor(() => expect(row(/^Unorganized/).innerHTML).not.toContain('outline-dashed'))
    fireEvent.drop(row(/^Unorganized/), { dataTransfer })
    expect(drops.unorganized).toHaveBeenCalledWith(['a', 'b'])
  })

  it('are not accepted by other rows, and other dragged data is ignored', async () => {
    const { drops, row } = await renderSidebar()
    expect(fireEvent.dragOver(row(/^Home/), { dataTransfer: makeDragData() })).toBe(true)
    fireEvent.drop(row(/^Trash/), { dataTransfer: { types: ['Files'], files: [], getData: () => '' } })
    expect(drops.trash).not.toHaveBeenCalled()
    expect(screen.getByRole('main')).toBeTruthy()
  })
})
