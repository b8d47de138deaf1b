import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { RetryScheduler } from './RetryScheduler.ts'
import { reduceQueue } from './reduceQueue.ts'
import { emptyQueue, type UploadItem } from './uploadItem.ts'

let retried: string[]
let retriedAll: number
let scheduler: RetryScheduler
const [item] = reduceQueue(emptyQueue, {
  type: 'added',
  files: [{ id: 'a', file: { name: 'a.wav', type: '', size: 1, lastModified: 0 }, verdict: 'fine' }],
  folderId: null,
}).items
const failedItem = (attempts: number): UploadItem => ({ ...item!, status: 'networkError', attempts })

beforeEach(() => {
  vi.useFakeTimers({ now: minutes(100) })
  retried = []
  retriedAll = 0
  scheduler = new RetryScheduler(() => 0, { retry: (id) => retried.push(id), retryAll: () => (retriedAll += 1) })
})
afterEach(() => {
  scheduler.stop()
  vi.useRealTimers()
})

it('retries after a network failure, with a delay that grows up to five minutes', async () => {
  for (const [attempts, pause] of [
    [1, 2.5],
    [2, 5],
    [20, 150],
  ] as const) {
    retried = []
    scheduler.update([])
    scheduler.update([failedItem(attempts)])
    await vi.advanceTimersByTimeAsync(seconds(pause) - 1)
    expect(retried, `${attempts}`).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(retried).toEqual(['a'])
  }
})

it('does not retry paused items, nor items that are in progress again', async () => {
  scheduler.update([{ ...failedItem(1), held: true }])
  scheduler.update([failedItem(1)])
  scheduler.update([item!])
  await vi.advanceTimersByTimeAsync(minutes(10))
  expect(retried).toEqual([])
})

it('retries all items immediately, but limits how often', async () => {
  for (let n = 0; n < 20; n++) scheduler.retryNow()
  expect(retriedAll).toBe(1)
  await vi.advanceTimersByTimeAsync(seconds(5))
  expect(retriedAll).toBe(2)
  await vi.advanceTimersByTimeAsync(minutes(1))
  expect(retriedAll).toBe(2)
})
