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

describe('what the browser keeps', () => {
  it('bears the prefix of the product and, when given, the owner (A§9)', () => {
    store(STORED.token, 'abc')
    store('welcomeFileShown', true, { owner: 'u1' })
    expect(Object.keys(localStorage).sort()).toEqual(['earshot_tokenstr', 'earshot_u1_welcomeFileShown'])
    expect(recall('welcomeFileShown')).toBeUndefined()
    expect(recall('welcomeFileShown', { owner: 'u1' })).toBe(true)
  })

  it('lives 15 days unless told (A§9), and is then removed (A§5)', () => {
    store('order', 'A-1')
    pass(days(15) - 1)
    expect(recallText('order')).toBe('A-1')
    pass(1)
    expect(recall('order')).toBeUndefined()
    expect(localStorage.getItem(address('order'))).toBeNull()
  })

  it('lives as long as told', () => {
    store('label', ['x'], { lifetime: days(1) })
    pass(days(1))
    expect(recall('label')).toBeUndefined()
  })

  it('never ends with NoExpiration', () => {
    store('welcomeFileShown', true, { lifetime: NoExpiration })
    pass(days(5000))
    expect(recall('welcomeFileShown')).toBe(true)
  })

  it('of the session is apart from the rest', () => {
    store(STORED.sessionLanguage, 'de_DE', { area: 'session' })
    expect(recall(STORED.sessionLanguage)).toBeUndefined()
    expect(recallText(STORED.sessionLanguage, { area: 'session' })).toBe('de_DE')
    forget(STORED.sessionLanguage, { area: 'session' })
    expect(sessionStorage.length).toBe(0)
  })

  it.each(['not json', '{}', '"abc"', 'null', '{"value":1,"expires":"soon"}'])(
    'is nothing when somebody wrote %s there',
    (text) => {
      localStorage.setItem(address('order'), text)
      expect(recall('order')).toBeUndefined()
    },
  )

  it('is kept in memory where the browser refuses', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    store('order', 'A-2')
    expect(recallText('order')).toBe('A-2')
    forget('order')
    expect(recall('order')).toBeUndefined()
  })
})
