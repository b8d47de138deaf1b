import { describe, expect, it } from 'vitest'
import { engineLanguage, findLanguageOption, languageOptions } from './languageOptions.ts'
import { SPOKEN_LANGUAGES } from './spokenLanguages.ts'

const idsOf = (region: 'global' | 'cn') => languageOptions(region).map(({ id }) => id)

describe('the language options (B§3)', () => {
  it('outside China are all 112 languages with their regional variants', () => {
    const ids = idsOf('global')
    const variants = [
      'en-1',
      'en-2',
      'en-3',
      'en-4',
      'en-5',
      'en-6',
      'en-7',
      'en-8',
      'zh-0',
      'zh-1',
      'zh-hk-0',
      'zh-hk-1',
      'fr-1',
      'es-1',
      'es-2',
    ]
    expect(ids).toEqual(expect.arrayContaining(['auto', 'en', 'fr', 'es', 'de', 'ja', ...variants]))
    expect(new Set(ids).size).toBe(ids.length)
    const engineCodes = new Set(languageOptions('global').flatMap(({ engine }) => engine ?? []))
    expect(engineCodes).toEqual(new Set(SPOKEN_LANGUAGES))
    expect(engineCodes.size).toBe(112)
  })

  it('in China are seven', () => {
    expect(idsOf('cn')).toEqual(['auto', 'zh-0', 'en', 'ja', 'ko', 'de', 'fr'])
  })

  it.each([
    ['en-2', 'en'],
    ['zh-0', 'zh'],
    ['zh-hk-0', 'yue'],
    ['ZH-HK-1', 'yue'],
    ['es-1', 'es'],
    ['de_DE', 'de'],
    ['haw', 'haw'],
    ['tlh', 'tlh'],
  ])('%s is %s for the engine', (id, code) => expect(engineLanguage(id)).toBe(code))

  it('are found by id, and by the code of their language', () => {
    expect(findLanguageOption('en-3')).toMatchObject({ tag: 'en-AU' })
    expect(findLanguageOption('zh')).toMatchObject({ id: 'zh-0' })
    expect(findLanguageOption('tlh')).toBeUndefined()
  })
})
