import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { VirtualizerHandle } from 'virtua'
import { layOut } from '#test/screen/layOut.ts'
import { show } from './useFollow.ts'

/** Rows of 100 pixels in a container of 600 pixels, scrolled to 1000. */
const rows = {
  scrollOffset: 1000,
  viewportSize: 600,
  getItemOffset: (index: number) => index * 100,
  getItemSize: () => 100,
  scrollToIndex: vi.fn<VirtualizerHandle['scrollToIndex']>(),
} as unknown as VirtualizerHandle
const box = Object.assign(document.createElement('div'), { scrollTo: vi.fn<(to: ScrollToOptions) => void>() })

beforeEach(() => layOut())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('scrolling to a row', () => {
  it('scrolls smoothly to the middle when the row is near', () => {
    show(box, rows, 14)
    expect(box.scrollTo).toHaveBeenCalledWith({ top: 1150, behavior: 'smooth' })
    expect(rows.scrollToIndex).not.toHaveBeenCalled()
  })

  it('jumps to a far row, so that the rows between are not rendered', () => {
    show(box, rows, 4321)
    expect(rows.scrollToIndex).toHaveBeenCalledWith(4321, { align: 'center' })
    expect(box.scrollTo).not.toHaveBeenCalled()
  })

  it('jumps when reduced motion is preferred', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    show(box, rows, 14)
    expect(rows.scrollToIndex).toHaveBeenCalledWith(14, { align: 'center' })
  })

  it('does not scroll for an index of -1', () => {
    show(box, rows, -1)
    expect(box.scrollTo).not.toHaveBeenCalled()
    expect(rows.scrollToIndex).not.toHaveBeenCalled()
  })
})
