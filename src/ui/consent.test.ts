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

describe('what a browser’s user allows (A§7)', () => {
  it('is nothing until they are asked', () => {
    expect(allowsStatistics()).toBe(false)
    expect(renderHook(useConsentQuestion).result.current).toBe(true)
  })

  it('is kept, and asked for again when its time has passed', () => {
    answerConsent({ statistics: true })
    const asked = renderHook(useConsentQuestion)
    expect([allowsStatistics(), asked.result.current]).toEqual([true, false])
    vi.advanceTimersByTime(CONSENT_LIFETIME)
    asked.rerender()
    expect([allowsStatistics(), asked.result.current]).toEqual([false, true])
  })

  it('holds while it is asked for again, and is withdrawn by the new answer', () => {
    answerConsent({ statistics: true })
    const [may, asked] = [renderHook(useConsent), renderHook(useConsentQuestion)]
    act(askConsentAgain)
    expect([may.result.current, asked.result.current]).toEqual([true, true])
    act(() => answerConsent({ statistics: false }))
    expect([may.result.current, asked.result.current]).toEqual([false, false])
  })

  it('is heard of in another tab', () => {
    const may = renderHook(useConsent)
    localStorage.setItem(address(STORED.consent), JSON.stringify({ value: { statistics: true }, expires: null }))
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: address(STORED.consent) })))
    expect(may.result.current).toBe(true)
  })

  it.each([null, 'yes', {}, { statistics: 'true' }])('is not what was not understood: %j', (value) => {
    localStorage.setItem(address(STORED.consent), JSON.stringify({ value, expires: null }))
    expect(allowsStatistics()).toBe(false)
  })
})
