import i18next from 'i18next'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loaders } from 'virtual:messages'
import { LOCALES } from '#shared/locales.ts'
import { STORAGE_KEYS, getString, setItem } from '../storage/storage.ts'
import { initI18n, switchLocale } from './i18n.ts'
import type { MessageLoaders } from './i18n.ts'

const messageLoaders: MessageLoaders = { ...loaders }
for (const locale of LOCALES) {
  messageLoaders[locale] = () =>
    Promise.resolve({ default: { ui: { close: `close ${locale}`, file_one: '{{count}} file', file_other: '{{count}} files' } } })
}
const translate = (key: string, options = {}) => i18next.getFixedT(null, 'ui')(key as 'close', options)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  location.hash = ''
  for (const language of Object.keys(i18next.store?.data ?? {})) i18next.removeResourceBundle(language, 'ui')
})

describe('initial language', () => {
  it('prefers the language of the session and sets the lang attribute (A§4)', async () => {
    setItem(STORAGE_KEYS.language, 'ko_KR')
    setItem(STORAGE_KEYS.sessionLanguage, 'zh_TW', { area: 'session' })
    location.hash = '#/?lang=fr'
    expect(await initI18n(messageLoaders)).toBe('zh_TW')
    expect(translate('close')).toBe('close zh_TW')
    expect(document.documentElement.lang).toBe('zh-TW')
  })

  it('uses the lang parameter in the hash when no language is stored (A§4)', async () => {
    location.hash = '#/?lang=fr'
    expect(await initI18n(messageLoaders)).toBe('fr_FR')
    expect(document.documentElement.lang).toBe('fr-FR')
  })

  it('logs messages that cannot be loaded and falls back to English (A§8)', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    setItem(STORAGE_KEYS.language, 'de_DE')
    await initI18n({ ...messageLoaders, de_DE: () => Promise.reject(new Error('chunk gone')) })
    expect(translate('close')).toBe('close en_US')
    expect(consoleError.mock.calls[0]?.[0]).toContain('de_DE')
    consoleError.mockRestore()
  })

  it('shows the keys and still starts when English cannot be loaded either (A§8)', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const failToLoad = () => Promise.reject(new Error('offline'))
    await initI18n({ ...messageLoaders, en_US: failToLoad, it_IT: failToLoad })
    expect(translate('close')).toBe('close')
    consoleError.mockRestore()
  })
})

describe('changing the language', () => {
  it('needs no reload and stores the choice for the tab and for the next visit (A§9)', async () => {
    await initI18n(messageLoaders)
    await switchLocale('ja_JP', messageLoaders)
    expect(translate('close')).toBe('close ja_JP')
    expect(document.documentElement.lang).toBe('ja-JP')
    expect(getString('pweblang')).toBe('ja_JP')
    expect(getString('comlang', { area: 'session' })).toBe('ja_JP')
  })

  it('ends in the language chosen last when the messages of an earlier choice load later', async () => {
    await initI18n(messageLoaders)
    const delayed = Promise.withResolvers<void>()
    const firstSwitch = switchLocale('ja_JP', { ...messageLoaders, ja_JP: () => delayed.promise.then(messageLoaders.ja_JP) })
    await switchLocale('de_DE', messageLoaders)
    delayed.resolve()
    await firstSwitch
    expect(translate('close')).toBe('close de_DE')
    expect(document.documentElement.lang).toBe('de-DE')
  })
})

describe('plural messages', () => {
  it('follow the plural rules of their language', async () => {
    await initI18n(messageLoaders)
    await switchLocale('en_US', messageLoaders)
    expect([translate('file', { count: 1 }), translate('file', { count: 2 })]).toEqual(['1 file', '2 files'])
  })
})

describe('messages of the product', () => {
  it.each(LOCALES)('has the same ui keys as English in the chunk of %s', async (locale) => {
    const { default: messages } = await loaders[locale]()
    const { default: english } = await loaders.en_US()
    expect(Object.keys(messages['ui'] ?? {})).toEqual(Object.keys(english['ui'] ?? {}))
  })
})
