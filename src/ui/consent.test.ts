import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import { CONSENT_LIFETIME, allowsStatistics, answerConsent, askConsentAgain, useConsent, useConsentQuestion } from './consent.ts'
import { STORED, address } from './storage.ts'

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

  it('is stored, and asked for again after it expires', () => {
    answerConsent({ statistics: true })
    const asked = renderHook(useConsentQuestion)
    expect([allowsStatistics(), asked.result.current]).toEqual([true, false])
    vi.advanceTimersByTime(CONSENT_LIFETIME)
    asked.rerender()
    expect([allowsStatistics(), asked.result.current]).toEqual([false, true])
  })

  it('stays valid while the question is open again, and is withdrawn by the new choice', () => {
    answerConsent({ statistics: true })
    const [may, asked] = [renderHook(useConsent), renderHook(useConsentQuestion)]
    act(askConsentAgain)
    expect([may.result.current, asked.result.current]).toEqual([true, true])
    act(() => answerConsent({ statistics: false }))
    expect([may.result.current, asked.result.current]).toEqual([false, false])
  })

  it('updates when it changes in another tab', () => {
    const may = renderHook(useConsent)
    localStorage.setItem(address(STORED.consent), JSON.stringify({ value: { statistics: true }, expires: null }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: address(STORED.consent) })))
    expect(may.result.current).toBe(true)
  })

  it.each([null, 'yes', {}, { statistics: 'true' }])('is not given by the malformed value %j', (value) => {
    localStorage.setItem(address(STORED.consent), JSON.stringify({ value, expires: null }))
    expect(allowsStatistics()).toBe(false)
  })
})
