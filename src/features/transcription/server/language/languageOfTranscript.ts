import type { Segment } from '#features/files/contract.ts'
import { engineLanguage } from '#shared/languageOptions.ts'
import { SPOKEN_LANGUAGES } from '#shared/spokenLanguages.ts'
import { spokenLanguageOf } from '../../rules.ts'
import { detectLanguage } from './detectLanguage.ts'

type Spoken = Pick<Segment, 'language' | 'start_time' | 'end_time' | 'not_understood' | 'content'>

/**
 * Returns the language of a transcript: the recognised or chosen one, otherwise, for imported transcripts, that of the text; ''
 * when unknown. Use this wherever something depends on the language of a recording.
 */
export function languageOfTranscript(segments: readonly Spoken[], chosen?: string): string {
  const known = toCode(spokenLanguageOf(segments, chosen))
  if (known !== '') return known
  return detectLanguage(segments.flatMap(({ content, not_understood }) => (not_understood || content === '' ? [] : [content])))
}

/** Converts a code, a language tag or an English name to a code; '' for an unknown name. */
function toCode(name: string): string {
  if (name === '' || /^(?:und|mul|mis|zxx|auto|unknown)$/i.test(name)) return ''
  if (SPOKEN_LANGUAGES.includes(engineLanguage(name)) && !/^\p{L}{4,}$/u.test(name)) return name
  return byEnglishName().get(name.toLowerCase()) ?? (/^[a-z]{2,3}(?:[-_]\w+)*$/i.test(name) ? name : '')
}

let englishNames: ReadonlyMap<string, string> | undefined

function byEnglishName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  englishNames ??= new Map(SPOKEN_LANGUAGES.map((code) => [(names.of(code) ?? code).toLowerCase(), code]))
  return englishNames
}
