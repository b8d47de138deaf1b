import { expect, it } from 'vitest'
import { languageOptions } from '#shared/languageOptions.ts'
import { SPOKEN_LANGUAGES } from '#shared/spokenLanguages.ts'
import { languageName } from './languageName.ts'
import { LOCALES } from '#shared/locales.ts'

it.each([
  ['en', 'en_US', 'English'],
  ['en', 'de_DE', 'Englisch'],
  ['en', 'fr_FR', 'Anglais'],
  ['de', 'ja_JP', 'ドイツ語'],
  ['jw', 'en_US', 'Javanese'],
  ['zh_TW', 'en_US', 'Chinese (Taiwan)'],
  ['pt-BR', 'de_DE', 'Portugiesisch (Brasilien)'],
  ['en-1', 'en_US', 'American English'],
  ['EN-2', 'de_DE', 'Englisch (Vereinigtes Königreich)'],
  ['zh-0', 'en_US', 'Chinese (China)'],
  ['zh-hk-0', 'en_US', 'Cantonese (Hong Kong SAR China)'],
] as const)('names %s in %s: %s', (code, locale, name) => expect(languageName(code, locale)).toBe(name))

it('returns a text that is not a language code unchanged', () => {
  expect(languageName('qqq', 'en_US')).toBe('qqq')
  expect(languageName('not a language', 'en_US')).toBe('not a language')
})

it.each(LOCALES)('names every spoken language that can be chosen in %s (B§3)', (locale) => {
  const ids = languageOptions('global').map(({ id }) => id)
  expect(ids.filter((id) => id !== 'auto' && languageName(id, locale).toLowerCase() === id)).toEqual([])
})

it.each(LOCALES)('names every language of the speech engine in %s', (locale) => {
  const unnamed = SPOKEN_LANGUAGES.filter((code) => languageName(code, locale).toLowerCase() === code)
  expect(unnamed).toEqual([])
})
