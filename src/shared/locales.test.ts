import { describe, expect, it } from 'vitest'
import { chooseLocale, localeFor } from './locales.ts'

const all = { session: 'ja_JP', preference: 'ko_KR', hash: '#/home?lang=fr_FR&x=1', browser: 'de-DE' }

describe('chooseLocale (A§4)', () => {
  it('uses the session first, then the preference, the URL hash and the browser, and otherwise en_US', () => {
    expect(chooseLocale(all)).toBe('ja_JP')
    expect(chooseLocale({ ...all, session: undefined })).toBe('ko_KR')
    expect(chooseLocale({ ...all, session: undefined, preference: undefined })).toBe('fr_FR')
    expect(chooseLocale({ browser: 'de-DE', hash: '#integration' })).toBe('de_DE')
    expect(chooseLocale({})).toBe('en_US')
  })

  it('falls back to en_US when the first source present names an unsupported language (A§5)', () => {
    expect(chooseLocale({ ...all, session: 'xx_YY' })).toBe('en_US')
    expect(chooseLocale({ browser: 'nl' })).toBe('en_US')
  })

  it.each([
    ['en', 'en_US'],
    ['es', 'es_ES'],
    ['fr', 'fr_FR'],
    ['de', 'de_DE'],
    ['it', 'it_IT'],
    ['ja', 'ja_JP'],
    ['ko', 'ko_KR'],
    ['pt', 'pt_PT'],
    ['zh', 'zh_CN'],
    ['zh-CN', 'zh_CN'],
    ['zh-TW', 'zh_TW'],
    ['zh-HK', 'zh_TW'],
    ['pt-BR', 'pt_PT'],
    ['de-AT', 'de_DE'],
    ['zh_TW', 'zh_TW'],
    ['sv-SE', 'en_US'],
    ['constructor', 'en_US'],
    ['__proto__', 'en_US'],
  ])('maps the browser language %s to %s (A§5)', (code, locale) => {
    expect(localeFor(code)).toBe(locale)
  })
})
