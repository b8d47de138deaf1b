import { describe, expect, it } from 'vitest'
import imported from '#test/fixtures/languages/imported.json' with { type: 'json' }
import sentences from '#test/fixtures/languages/sentences.json' with { type: 'json' }
import { detectLanguage } from './detectLanguage.ts'
import { languageOfTranscript } from './languageOfTranscript.ts'

const said = (content: string, rest = {}) => ({ content, start_time: 0, end_time: 1000, ...rest })

/** Languages that the detector confuses with a similar one, or cannot distinguish in such a short text. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  bs: '',
  br: 'cy',
  id: 'ms',
  lg: 'sn',
  ln: 'sw',
  oc: 'ca',
  rw: 'sw',
  tk: 'az',
}

describe('the language of a transcript', () => {
  it.each(Object.entries(imported))('is the one an imported text is written in: %s', (language, text) => {
    expect(languageOfTranscript([said(text)])).toBe(language)
  })

  it('is detected from the text in all but a few of the supported languages', () => {
    const found = Object.entries(sentences).map(([language, text]) => [language, detectLanguage([text])])
    expect(Object.fromEntries(found.filter(([language, detected]) => language !== detected))).toEqual(TAKEN_FOR)
  })

  it.each([
    ['that of its segments', [said(sentences.de, { language: 'fr' })], undefined, 'fr'],
    ['that which was chosen', [said(sentences.de)], 'es', 'es'],
    ['that of the text when it was to be found out', [said(sentences.de)], 'auto', 'de'],
    ['that of the text when another program did not know it', [said(sentences.de, { language: 'und' })], undefined, 'de'],
    ['named in English by another program', [said('Hm.', { language: 'german' })], undefined, 'de'],
    ['unknown for a few words', [said('Ja, genau.')], undefined, ''],
    ['unknown without words', [said('12:30 https://example.org')], undefined, ''],
    ['not that of what was not understood', [said(sentences.de, { not_understood: true })], undefined, ''],
    ['traditional Chinese', [said(sentences['zh-TW'])], undefined, 'zh-TW'],
  ])('is %s', (_, segments, chosen, expected) => {
    expect(languageOfTranscript(segments, chosen)).toBe(expected)
  })

  it('is that of most of the speech', () => {
    const mixed = [sentences.de, sentences.de, sentences.en, sentences.de, sentences.fr].map((text) => said(text))
    expect(languageOfTranscript(mixed)).toBe('de')
    expect(languageOfTranscript(Array.from({ length: 20_000 }, (_, n) => said(n % 3 === 0 ? sentences.en : sentences.ko)))).toBe(
      'ko',
    )
  })

  it('is detected in a single segment of any length, with invalid characters', () => {
    expect(languageOfTranscript([said(sentences.fr.repeat(5000))])).toBe('fr')
    expect(languageOfTranscript([said(`\ud800\0${sentences.sv}`)])).toBe('sv')
  })
})
