import { describe, expect, it } from 'vitest'
import type { Millis } from '#shared/units.ts'
import type { TranscribedWindow } from './speech.ts'
import { createWindowQueue, type WindowReceiver } from './windowQueue.ts'

const windowAt = (start: Millis): TranscribedWindow => ({
  start,
  end: start + 1000,
  language: 'en',
  words: [],
  notUnderstood: [],
})

function openQueue({ onWindow, limit = 2 }: { onWindow?: WindowReceiver['onWindow']; limit?: number } = {}) {
  const events: string[] = []
  const queue = createWindowQueue(limit, {
    onWindow: async (window) => {
      events.push(`saved ${window.start}`)
      return await onWindow?.(window)
    },
    onProgress: (done) => void events.push(`at ${done}`),
  })
  const decodings = new Map<Millis, PromiseWithResolvers<TranscribedWindow> & { report: (done: Millis) => void }>()
  const add = (start: Millis) =>
    queue.add(async (report) => {
      const decoding = Promise.withResolvers<TranscribedWindow>()
      decodings.set(start, { ...decoding, report })
      return await decoding.promise
    })
  const decoding = (start: Millis) => decodings.get(start)!
  return { queue, events, add, decoding }
}

describe('windows that are decoded at the same time', () => {
  it('are saved in order, whichever is decoded first', async () => {
    const { queue, events, add, decoding } = openQueue()
    add(0)
    add(1000)
    decoding(1000).resolve(windowAt(1000))
    decoding(0).resolve(windowAt(0))
    await queue.allSaved()
    expect(events).toEqual(['saved 0', 'saved 1000'])
    expect(queue.isEmpty()).toBe(true)
  })

  it('report the progress of the first one only', async () => {
    const { queue, events, add, decoding } = openQueue()
    add(0)
    add(1000)
    decoding(1000).report(1500)
    decoding(0).report(500)
    decoding(0).resolve(windowAt(0))
    await queue.freePlace()
    decoding(1000).report(1600)
    expect(events).toEqual(['at 500', 'saved 0', 'at 1600'])
  })

  it('are no more than the limit', async () => {
    const { queue, events, add, decoding } = openQueue()
    add(0)
    await queue.freePlace()
    add(1000)
    const hasPlace = queue.freePlace().then(() => events.push('place'))
    decoding(0).resolve(windowAt(0))
    await hasPlace
    expect(events).toEqual(['saved 0', 'place'])
  })

  it('are all saved when one of them stops the job', async () => {
    const { queue, events, add, decoding } = openQueue({ onWindow: async () => 'stop' })
    add(0)
    add(1000)
    decoding(0).resolve(windowAt(0))
    await queue.freePlace()
    expect(queue.isStopped()).toBe(true)
    decoding(1000).resolve(windowAt(1000))
    await queue.allSaved()
    expect(events).toEqual(['saved 0', 'saved 1000'])
  })

  it('are not saved after one that failed', async () => {
    const { queue, events, add, decoding } = openQueue()
    add(0)
    add(1000)
    decoding(1000).resolve(windowAt(1000))
    decoding(0).reject(new Error('broken'))
    await expect(queue.freePlace()).rejects.toThrow('broken')
    await expect(queue.allSaved()).rejects.toThrow('broken')
    expect(events).toEqual([])
  })
})
