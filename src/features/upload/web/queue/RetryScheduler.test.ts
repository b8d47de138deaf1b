import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { minutes, seconds } from '#shared/units.ts'
import { createUploadItem } from '#test/fakes/upload/createUploadItem.ts'
import { RetryScheduler } from './RetryScheduler.ts'
import type { UploadItem } from './uploadItem.ts'

let retried: string[]
let retriedAll: number
let scheduler: RetryScheduler
const item = createUploadItem({ id: 'a' })
const failedItem = (attempts: number): UploadItem => ({ ...item, status: 'networkError', attempts })

beforeEach(() => {
  vi.useFakeTimers({ now: minutes(100) })
  retried = []
  retriedAll = 0
  scheduler = new RetryScheduler(
    () => 0,
    (event) => (event.type === 'retry' ? retried.push(event.id) : (retriedAll += 1)),
  )
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
  scheduler.update([item])
  await vi.advanceTimersByTimeAsync(minutes(10))
  expect(retried).toEqual([])
})

it('retries all items immediately, but limits how often', async () => {
  for (let n = 0; n < 20; n++) scheduler.retryNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(retriedAll).toBe(1)
  for (let n = 0; n < 20; n++) scheduler.retryNow()
  await vi.advanceTimersByTimeAsync(seconds(5) - 1)
  expect(retriedAll).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(retriedAll).toBe(2)
  await vi.advanceTimersByTimeAsync(minutes(1))
  expect(retriedAll).toBe(2)
})
