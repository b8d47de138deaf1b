import { describe, expect, it } from 'vitest'
import { LOCALES } from '#shared/locales.ts'
import { TOKENS, type TokenLabels, headingsOf, showTokensAs } from './tokens.ts'

const ENGLISH: TokenLabels = { Speakers: 'Speakers', Date: 'Date', Length: 'Length', Title: 'Title', Language: 'Language' }
const GERMAN: TokenLabels = { Speakers: 'Sprecher', Date: 'Datum', Length: 'Länge', Title: 'Titel', Language: 'Sprache' }
const TEXT = 'With {{Speakers}}, {{Nobody}}.'
const TOKEN = { start: 5, end: 17 }
const { split, tokenBefore, tokenAfter, snapSelection } = showTokensAs(ENGLISH)

const labelsOf = async (locale: string): Promise<TokenLabels> => {
  const file = (await import(`../../messages/${locale}.json`)) as { default: Record<string, string> }
  return Object.fromEntries(TOKENS.map((token) => [token, file.default[`token_${token}`]])) as TokenLabels
}

describe('the fields of a template', () => {
  it('are known names in double braces', () => {
    expect(split(TEXT).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'text With ',
      'token {{Speakers}}',
      'text , {{Nobody}}.',
    ])
  })

  it('are found before and after a position', () => {
    expect(tokenBefore(TEXT, 17)).toEqual(TOKEN)
    expect(tokenBefore(TEXT, 16)).toBeUndefined()
    expect(tokenAfter(TEXT, 5)).toEqual(TOKEN)
  })

  it('are selected whole or not at all', () => {
    expect(snapSelection(TEXT, { start: 6, end: 6 })).toEqual({ start: 5, end: 5 })
    expect(snapSelection(TEXT, { start: 15, end: 15 })).toEqual({ start: 17, end: 17 })
    expect(snapSelection(TEXT, { start: 2, end: 9 })).toEqual({ start: 2, end: 17 })
    expect(snapSelection(TEXT, { start: 9, end: 20 })).toEqual({ start: 5, end: 20 })
    expect(snapSelection(TEXT, { start: 1, end: 4 })).toEqual({ start: 1, end: 4 })
  })

  it('are shown in the language of the reader and stored under one name', () => {
    const german = showTokensAs(GERMAN)
    expect(german.toShown(TEXT)).toBe('With {{Sprecher}}, {{Nobody}}.')
    expect(german.toStored('{{Sprecher}}, {{Date}}, {{Datum}}, {{Niemand}}')).toBe(
      '{{Speakers}}, {{Date}}, {{Date}}, {{Niemand}}',
    )
    expect(german.tokenBefore('With {{Sprecher}}', 17)).toEqual(TOKEN)
    expect(german.split('{{Speakers}}')).toEqual([{ kind: 'text', text: '{{Speakers}}', start: 0 }])
  })

  it.each(LOCALES)('have labels that cannot be confused in %s', async (locale) => {
    const labels = await labelsOf(locale)
    const { toShown, toStored } = showTokensAs(labels)
    for (const token of TOKENS) {
      expect(toStored(toShown(`{{${token}}}`))).toBe(`{{${token}}}`)
      const asOtherToken = TOKENS.find((other) => other !== token && other === labels[token])
      expect(asOtherToken).toBeUndefined()
    }
  })
})

it('the headings are the lines that start with #', () => {
  expect(headingsOf('Intro\n# In short\nText # not this\n## Themes\n#')).toEqual(['In short', 'Themes'])
})
