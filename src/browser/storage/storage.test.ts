import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { days } from '#shared/units.ts'
import { NO_EXPIRATION, STORAGE_KEYS, storageKey, removeItem, getItem, getString, setItem } from './storage.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const advance = (ms: number) => vi.setSystemTime(Date.now() + ms)

describe('storage', () => {
  it('prefixes keys with the product name and the owner, if there is one (A§9)', () => {
    setItem(STORAGE_KEYS.token, 'abc')
    setItem('welcomeFileShown', true, { owner: 'u1' })
    expect(Object.keys(localStorage).sort()).toEqual(['earshot_tokenstr', 'earshot_u1_welcomeFileShown'])
    expect(getItem('welcomeFileShown')).toBeUndefined()
    expect(getItem('welcomeFileShown', { owner: 'u1' })).toBe(true)
  })

  it('stores a value for 15 days by default (A§9), and then removes it (A§5)', () => {
    setItem('order', 'A-1')
    advance(days(15) - 1)
    expect(getString('order')).toBe('A-1')
    advance(1)
    expect(getItem('order')).toBeUndefined()
    expect(localStorage.getItem(storageKey('order'))).toBeNull()
  })

  it('stores a value for the given lifetime', () => {
    setItem('label', ['x'], { lifetime: days(1) })
    advance(days(1))
    expect(getItem('label')).toBeUndefined()
  })

  it('stores a value forever with NO_EXPIRATION', () => {
    setItem('welcomeFileShown', true, { lifetime: NO_EXPIRATION })
    advance(days(5000))
    expect(getItem('welcomeFileShown')).toBe(true)
  })

  it('separates session values from local ones', () => {
    setItem(STORAGE_KEYS.sessionLanguage, 'de_DE', { area: 'session' })
    expect(getItem(STORAGE_KEYS.sessionLanguage)).toBeUndefined()
    expect(getString(STORAGE_KEYS.sessionLanguage, { area: 'session' })).toBe('de_DE')
    removeItem(STORAGE_KEYS.sessionLanguage, { area: 'session' })
    expect(sessionStorage.length).toBe(0)
  })

  it.each(['not json', '{}', '"abc"', 'null', '{"value":1,"expires":"soon"}'])(
    'returns undefined for the malformed entry %s',
    (text) => {
      localStorage.setItem(storageKey('order'), text)
      expect(getItem('order')).toBeUndefined()
    },
  )

  it('keeps a value in memory when the browser refuses to store it', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    setItem('order', 'A-2')
    expect(getString('order')).toBe('A-2')
    removeItem('order')
    expect(getItem('order')).toBeUndefined()
  })
})
