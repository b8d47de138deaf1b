import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { days } from '#shared/units.ts'
import { signInAs } from '#test/screens/signInAs.ts'
import { STORAGE_KEYS } from './storage.ts'
import { useShowOnce } from './useShowOnce.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
  signInAs('u1')
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

const advance = (ms: number) => vi.setSystemTime(Date.now() + ms)

it('shows the hint about models once, and again after 365 days (B§9)', () => {
  const show = () => renderHook(() => useShowOnce(STORAGE_KEYS.modelHint, 'models', { lifetime: days(365) }))
  const first = show()
  expect(first.result.current.isDue).toBe(true)
  act(() => first.result.current.markSeen())
  expect(first.result.current.isDue).toBe(false)
  advance(days(365) - 1)
  signInAs('u1')
  expect(show().result.current.isDue).toBe(false)
  advance(1)
  expect(show().result.current.isDue).toBe(true)
})

it('never shows content without a lifetime again', () => {
  const show = () => renderHook(() => useShowOnce(STORAGE_KEYS.offers, 'trial'))
  const { result } = show()
  act(() => result.current.markSeen())
  advance(days(5000))
  signInAs('u1')
  expect(show().result.current.isDue).toBe(false)
})
