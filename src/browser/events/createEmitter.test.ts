import { expect, it, vi } from 'vitest'
import { createEmitter } from './createEmitter.ts'

it('calls all subscribers until they unsubscribe', () => {
  const { subscribe, emit } = createEmitter()
  const [listener, otherListener] = [vi.fn<() => void>(), vi.fn<() => void>()]
  const unsubscribe = subscribe(listener)
  subscribe(otherListener)
  emit()
  unsubscribe()
  emit()
  expect([listener.mock.calls.length, otherListener.mock.calls.length]).toEqual([1, 2])
})
