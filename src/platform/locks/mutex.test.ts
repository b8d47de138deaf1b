import { expect, it } from 'vitest'
import { createMutex } from './mutex.ts'

const never = new AbortController().signal

it('runs one task at a time, in order', async () => {
  const acquireLock = createMutex()
  const order: string[] = []
  const releaseFirst = await acquireLock(never)
  const others = ['second', 'third'].map(async (name) => {
    const release = await acquireLock(never)
    order.push(name)
    release()
  })
  order.push('first')
  releaseFirst()
  await Promise.all(others)
  expect(order).toEqual(['first', 'second', 'third'])
})

it('lets an aborted waiter leave the queue without changing the order of the others', async () => {
  const acquireLock = createMutex()
  const stop = new AbortController()
  const releaseFirst = await acquireLock(never)
  const abortedWaiter = acquireLock(stop.signal)
  let isAcquired = false
  const nextWaiter = acquireLock(never).then(() => (isAcquired = true))
  stop.abort(new Error('enough'))
  await expect(abortedWaiter).rejects.toThrow('enough')
  expect(isAcquired).toBe(false)
  releaseFirst()
  await nextWaiter
  expect(isAcquired).toBe(true)
})
