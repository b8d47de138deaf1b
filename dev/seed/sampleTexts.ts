import type { Segment } from '#features/files/contract.ts'
import { seconds } from '#shared/units.ts'

/** Transcript and summary of a made-up recording, which state that it is made up. */
const TEXTS: Readonly<Record<string, readonly [transcript: string, summary: string]>> = {
  en: [
    'This recording was generated to test a large library. These words were never spoken.',
    'Generated to test a large library.',
  ],
  es: [
    'Esta grabación se inventó para probar una biblioteca grande. Nadie dijo estas palabras.',
    'Inventada para probar una biblioteca grande.',
  ],
  fr: [
    'Cet enregistrement a été inventé pour essayer une grande bibliothèque. Personne n’a dit ces mots.',
    'Inventé pour essayer une grande bibliothèque.',
  ],
  de: [
    'Diese Aufnahme ist erfunden, um eine große Bibliothek zu erproben. Niemand hat das gesagt.',
    'Erfunden, um eine große Bibliothek zu erproben.',
  ],
  it: [
    'Questa registrazione è inventata per provare una grande raccolta. Nessuno ha detto queste parole.',
    'Inventata per provare una grande raccolta.',
  ],
  ja: [
    'この録音は、大きなライブラリを試すための架空のものです。実際には誰も話していません。',
    '大きなライブラリを試すための架空の録音です。',
  ],
  ko: [
    '이 녹음은 큰 보관함을 시험하려고 지어낸 것입니다. 아무도 이 말을 하지 않았습니다.',
    '큰 보관함을 시험하려고 지어낸 녹음입니다.',
  ],
  pt: [
    'Esta gravação foi inventada para experimentar uma biblioteca grande. Ninguém disse estas palavras.',
    'Inventada para experimentar uma biblioteca grande.',
  ],
  zh: ['这条录音是为试用大型资料库而虚构的，没有人说过这些话。', '为试用大型资料库而虚构的录音。'],
  'zh-hant': ['這段錄音是為了試用大型資料庫而虛構的，沒有人說過這些話。', '為了試用大型資料庫而虛構的錄音。'],
}

/** Returns transcript and summary in the language of a title. The same language returns the same two objects. */
export function sampleTexts(language: string): { transcript: Segment[]; summary: string } {
  const texts = TEXTS_BY_LANGUAGE.get(language)
  if (!texts) throw new Error(`no sample texts in ${language}`)
  return texts
}

const TEXTS_BY_LANGUAGE = new Map(
  Object.entries(TEXTS).map(([language, [content, summary]]) => [language, createTexts(content, summary)]),
)

function createTexts(content: string, summary: string): { transcript: Segment[]; summary: string } {
  const segment = { id: '1', start_time: 0, end_time: seconds(4), content, speaker: '', original_speaker: '' }
  return { transcript: [segment], summary }
}
