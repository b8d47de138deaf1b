import i18next from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loaders } from 'virtual:messages'
import { LOCALES } from '#ui/locales.ts'
import { STORED, recallText, store } from '#ui/storage.ts'
import { startWords, switchLocale } from './i18n.ts'
import type { Loaders } from './i18n.ts'

const words: Loaders = { ...loaders }
for (const locale of LOCALES) {
  words[locale] = () =>
    Promise.resolve({ default: { ui: { close: `close ${locale}`, file_one: '{{count}} file', file_other: '{{count}} files' } } })
}
const say = (key: string, options = {}) => i18next.getFixedT(null, 'ui')(key as 'close', options)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  location.hash = ''
  for (const language of Object.keys(i18next.store?.data ?? {})) i18next.removeResourceBundle(language, 'ui')
})

describe('initial language', () => {
  it('prefers the language of the session and sets the lang attribute (A§4)', async () => {
    store(STORED.language, 'ko_KR')
    store(STORED.sessionLanguage, 'zh_TW', { area: 'session' })
    location.hash = '#/?lang=fr'
    expect(await startWords(words)).toBe('zh_TW')
    expect(say('close')).toBe('close zh_TW')
    expect(document.documentElement.lang).toBe('zh-TW')
  })

  it('uses the lang parameter in the hash when no language is stored (A§4)', async () => {
    location.hash = '#/?lang=fr'
    expect(await startWords(words)).toBe('fr_FR')
    expect(document.documentElement.lang).toBe('fr-FR')
  })

  it('logs messages that cannot be loaded and falls back to English (A§8)', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    store(STORED.language, 'de_DE')
    await startWords({ ...words, de_DE: () => Promise.reject(new Error('chunk gone')) })
    expect(say('close')).toBe('close en_US')
    expect(logged.mock.calls[0]?.[0]).toContain('de_DE')
    logged.mockRestore()
  })

  it('shows the keys and still starts when English cannot be loaded either (A§8)', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const gone = () => Promise.reject(new Error('offline'))
    await startWords({ ...words, en_US: gone, it_IT: gone })
    expect(say('close')).toBe('close')
    logged.mockRestore()
  })
})

describe('changing the language', () => {
  it('needs no reload and stores the choice for the tab and for the next visit (A§9)', async () => {
    await startWords(words)
    await switchLocale('ja_JP', words)
    expect(say('close')).toBe('close ja_JP')
    expect(document.documentElement.lang).toBe('ja-JP')
    expect(recallText('pweblang')).toBe('ja_JP')
    expect(recallText('comlang', { area: 'session' })).toBe('ja_JP')
  })

  it('ends in the language chosen last when the messages of an earlier choice load later', async () => {
    await startWords(words)
    const slow = Promise.withResolvers<void>()
    const first = switchLocale('ja_JP', { ...words, ja_JP: () => slow.promise.then(words.ja_JP) })
    await switchLocale('de_DE', words)
    slow.resolve()
    await first
    expect(say('close')).toBe('close de_DE')
    expect(document.documentElement.lang).toBe('de-DE')
  })
})

describe('plural messages', () => {
  it('follow the plural rules of their language', async () => {
    await startWords(words)
    await switchLocale('en_US', words)
    expect([say('file', { count: 1 }), say('file', { count: 2 })]).toEqual(['1 file', '2 files'])
  })
})

describe('messages of the product', () => {
  it.each(LOCALES)('has the same ui keys as English in the chunk of %s', async (locale) => {
    const { default: messages } = await loaders[locale]()
    const { default: english } = await loaders.en_US()
    expect(Object.keys(messages['ui'] ?? {})).toEqual(Object.keys(english['ui'] ?? {}))
  })
})
