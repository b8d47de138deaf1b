import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { VirtualizerHandle } from 'virtua'
import { mockLayout } from '#test/screens/mockLayout.ts'
import { scrollToRow } from './useRowNavigation.ts'

/** Rows of 100 pixels in a container of 600 pixels, scrolled to 1000. */
const list = {
  scrollOffset: 1000,
  viewportSize: 600,
  getItemOffset: (index: number) => index * 100,
  getItemSize: () => 100,
  scrollToIndex: vi.fn<VirtualizerHandle['scrollToIndex']>(),
} as unknown as VirtualizerHandle
const container = Object.assign(document.createElement('div'), { scrollTo: vi.fn<(to: ScrollToOptions) => void>() })

beforeEach(() => mockLayout())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

describe('scrolling to a row', () => {
  it('scrolls smoothly to the middle when the row is near', () => {
    scrollToRow(container, list, 14)
    expect(container.scrollTo).toHaveBeenCalledWith({ top: 1150, behavior: 'smooth' })
    expect(list.scrollToIndex).not.toHaveBeenCalled()
  })

  it('jumps to a far row, so that the rows between are not rendered', () => {
    scrollToRow(container, list, 4321)
    expect(list.scrollToIndex).toHaveBeenCalledWith(4321, { align: 'center' })
    expect(container.scrollTo).not.toHaveBeenCalled()
  })

  it('jumps when reduced motion is preferred', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    scrollToRow(container, list, 14)
    expect(list.scrollToIndex).toHaveBeenCalledWith(14, { align: 'center' })
  })

  it('does not scroll for an index of -1', () => {
    scrollToRow(container, list, -1)
    expect(container.scrollTo).not.toHaveBeenCalled()
    expect(list.scrollToIndex).not.toHaveBeenCalled()
  })
})
