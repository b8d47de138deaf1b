import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { days } from '#kit/units.ts'
import { NoExpiration, STORED, address, forget, recall, recallText, store } from './storage.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('storage', () => {
  it('prefixes keys with the product name and the owner, if there is one (A§9)', () => {
    store(STORED.token, 'abc')
    store('welcomeFileShown', true, { owner: 'u1' })
    expect(Object.keys(localStorage).sort()).toEqual(['earshot_tokenstr', 'earshot_u1_welcomeFileShown'])
    expect(recall('welcomeFileShown')).toBeUndefined()
    expect(recall('welcomeFileShown', { owner: 'u1' })).toBe(true)
  })

  it('keeps a value for 15 days by default (A§9), and then removes it (A§5)', () => {
    store('order', 'A-1')
    pass(days(15) - 1)
    expect(recallText('order')).toBe('A-1')
    pass(1)
    expect(recall('order')).toBeUndefined()
    expect(localStorage.getItem(address('order'))).toBeNull()
  })

  it('keeps a value for the given lifetime', () => {
    store('label', ['x'], { lifetime: days(1) })
    pass(days(1))
    expect(recall('label')).toBeUndefined()
  })

  it('keeps a value without limit with NO_EXPIRATION', () => {
    store('welcomeFileShown', true, { lifetime: NoExpiration })
    pass(days(5000))
    expect(recall('welcomeFileShown')).toBe(true)
  })

  it('separates session values from local ones', () => {
    store(STORED.sessionLanguage, 'de_DE', { area: 'session' })
    expect(recall(STORED.sessionLanguage)).toBeUndefined()
    expect(recallText(STORED.sessionLanguage, { area: 'session' })).toBe('de_DE')
    forget(STORED.sessionLanguage, { area: 'session' })
    expect(sessionStorage.length).toBe(0)
  })

  it.each(['not json', '{}', '"abc"', 'null', '{"value":1,"expires":"soon"}'])(
    'returns undefined for the malformed entry %s',
    (text) => {
      localStorage.setItem(address('order'), text)
      expect(recall('order')).toBeUndefined()
    },
  )

  it('keeps a value in memory when the browser refuses to store it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    store('order', 'A-2')
    expect(recallText('order')).toBe('A-2')
    forget('order')
    expect(recall('order')).toBeUndefined()
  })
})
