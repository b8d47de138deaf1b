import { expect, it } from 'vitest'
import { FairQueue } from './FairQueue.ts'

const always = () => true
const takeAll = <T>(queue: FairQueue<T>) => Array.from({ length: queue.size }, () => queue.take(always))

it('lets keys take turns, each in the order of its items', () => {
  const queue = new FairQueue<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item[0]!, item)
  expect(queue.size).toBe(6)
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  expect(queue.take(always)).toBeUndefined()
})

it('skips items that may not be taken yet', () => {
  const queue = new FairQueue<string>()
  queue.add('a', 'a1')
  queue.add('b', 'b1')
  expect(queue.take((key) => key !== 'a')).toBe('b1')
  expect(queue.take((key) => key !== 'a')).toBeUndefined()
  expect(queue.take(always)).toBe('a1')
})

it('never returns a removed item', () => {
  const queue = new FairQueue<string>()
  queue.add('a', 'a1')
  queue.add('a', 'a2')
  expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.remove('b', 'a2')]).toEqual([true, false, false])
  expect([queue.sizeOf('a'), queue.size, queue.take(always), queue.sizeOf('a')]).toEqual([1, 1, 'a2', 0])
})
