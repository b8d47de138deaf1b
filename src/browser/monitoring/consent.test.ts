import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import {
  CONSENT_LIFETIME,
  allowsStatistics,
  saveConsent,
  reopenConsentQuestion,
  useConsent,
  useConsentQuestion,
} from './consent.ts'
import { STORAGE_KEYS, storageKey } from '../storage/storage.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

describe('consent (A§7)', () => {
  it('is not given before a choice', () => {
    expect(allowsStatistics()).toBe(false)
    expect(renderHook(useConsentQuestion).result.current).toBe(true)
  })

  it('is stored, and requested again after it expires', () => {
    saveConsent({ statistics: true })
    const question = renderHook(useConsentQuestion)
    expect([allowsStatistics(), question.result.current]).toEqual([true, false])
    vi.advanceTimersByTime(CONSENT_LIFETIME)
    question.rerender()
    expect([allowsStatistics(), question.result.current]).toEqual([false, true])
  })

  it('stays valid while the question is open again, and is withdrawn by the new choice', () => {
    saveConsent({ statistics: true })
    const [consent, question] = [renderHook(useConsent), renderHook(useConsentQuestion)]
    act(reopenConsentQuestion)
    expect([consent.result.current, question.result.current]).toEqual([true, true])
    act(() => saveConsent({ statistics: false }))
    expect([consent.result.current, question.result.current]).toEqual([false, false])
  })

  it('updates when it changes in another tab', () => {
    const consent = renderHook(useConsent)
    localStorage.setItem(storageKey(STORAGE_KEYS.consent), JSON.stringify({ value: { statistics: true }, expires: null }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageKey(STORAGE_KEYS.consent) })))
    expect(consent.result.current).toBe(true)
  })

  it.each([null, 'yes', {}, { statistics: 'true' }])('is not given by the malformed value %j', (value) => {
    localStorage.setItem(storageKey(STORAGE_KEYS.consent), JSON.stringify({ value, expires: null }))
    expect(allowsStatistics()).toBe(false)
  })
})
