import { expect, it, vi } from 'vitest'
import { makeWatchers } from './makeWatchers.ts'

it('calls all subscribers until they unsubscribe', () => {
  const { watch, tellAll } = makeWatchers()
  const [anna, ben] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const stop = watch(anna)
  watch(ben)
  tellAll()
  stop()
  tellAll()
  expect([anna.mock.calls.length, ben.mock.calls.length]).toEqual([1, 2])
})
