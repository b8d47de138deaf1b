import { describe, expect, it } from 'vitest'
import { planAhead } from './planAhead.ts'
import type { PlannedWindow } from './windowPlanner.ts'

const windowAt = (start: number): PlannedWindow => ({ start, pcm: new Float32Array(1), segments: [] })

/** Plans one window for each chunk and records how far it has read. */
function createPlan(chunks: number, fails = Infinity) {
  const state = { read: 0, isClosed: false }
  async function* pcm() {
    try {
      for (let n = 0; n < chunks; n++) {
        if (n === fails) throw new Error('damaged')
        state.read = n + 1
        yield new Float32Array(1)
      }
    } finally {
      state.isClosed = true
    }
  }
  async function* plan(audio: AsyncIterable<Float32Array>) {
    let n = 0
    for await (const _ of audio) yield windowAt(n++)
  }
  return { state, windows: planAhead(pcm(), plan) }
}

describe('windows that are planned ahead', () => {
  it('come in order, each while the next one is looked for', async () => {
    const { state, windows } = createPlan(4)
    const seen: [start: number, read: number][] = []
    for await (const { start } of windows) {
      await new Promise(setImmediate)
      seen.push([start, state.read])
    }
    expect(seen).toEqual([
      [0, 2],
      [1, 3],
      [2, 4],
      [3, 4],
    ])
  })

  it('read no more audio when the caller stops', async () => {
    const { state, windows } = createPlan(100)
    for await (const _ of windows) break
    await new Promise(setImmediate)
    expect(state.read).toBeLessThanOrEqual(3)
    expect(state.isClosed).toBe(true)
  })

  it('pass on an error of the audio after the windows before it', async () => {
    const { windows } = createPlan(4, 2)
    const seen: number[] = []
    const readAll = async () => {
      for await (const { start } of windows) seen.push(start)
    }
    await expect(readAll()).rejects.toThrow('damaged')
    expect(seen).toEqual([0, 1])
  })
})
