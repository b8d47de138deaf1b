import { fireEvent, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { hasDraggedFiles, startFileDrag, readDroppedFiles, useIsDraggingFiles } from './dragFiles.ts'

function createTransfer() {
  const store = new Map<string, string>()
  return {
    setData: (type: string, data: string) => void store.set(type, data),
    getData: (type: string) => store.get(type) ?? '',
    get types() {
      return [...store.keys()]
    },
  }
}

describe('dragged recordings', () => {
  it('are identified by id in the drag data', () => {
    const dragged = createTransfer()
    expect(hasDraggedFiles(dragged)).toBe(false)
    startFileDrag(dragged, ['a', 'b'])
    expect(hasDraggedFiles(dragged)).toBe(true)
    expect(readDroppedFiles(dragged)).toEqual(['a', 'b'])
  })

  it.each(['', 'no list', '{"a":1}'])('are empty when the data is %j', (text) => {
    expect(readDroppedFiles({ getData: () => text })).toEqual([])
  })

  it.each(['dragEnd', 'drop', 'pointerDown'] as const)('are reported until %s', async (name) => {
    const { result } = renderHook(useIsDraggingFiles)
    expect(result.current).toBe(false)
    startFileDrag(createTransfer(), ['a'])
    await waitFor(() => expect(result.current).toBe(true))
    fireEvent[name](document.body)
    expect(result.current).toBe(false)
  })
})
