import { fireEvent, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { carriesFiles, carryFiles, droppedFiles, useFilesDragged } from './dragFiles.ts'

function transfer() {
  const kept = new Map<string, string>()
  return {
    setData: (type: string, data: string) => void kept.set(type, data),
    getData: (type: string) => kept.get(type) ?? '',
    get types() {
      return [...kept.keys()]
    },
  }
}

describe('dragged recordings', () => {
  it('are identified by id in the drag data', () => {
    const carried = transfer()
    expect(carriesFiles(carried)).toBe(false)
    carryFiles(carried, ['a', 'b'])
    expect(carriesFiles(carried)).toBe(true)
    expect(droppedFiles(carried)).toEqual(['a', 'b'])
  })

  it.each(['', 'no list', '{"a":1}'])('are empty when the data is %j', (text) => {
    expect(droppedFiles({ getData: () => text })).toEqual([])
  })

  it.each(['dragEnd', 'drop', 'pointerDown'] as const)('are reported until %s', async (name) => {
    const { result } = renderHook(useFilesDragged)
    expect(result.current).toBe(false)
    carryFiles(transfer(), ['a'])
    await waitFor(() => expect(result.current).toBe(true))
    fireEvent[name](document.body)
    expect(result.current).toBe(false)
  })
})
