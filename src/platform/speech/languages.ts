import type { Word } from './speech.ts'

/** The 99 language codes of Whisper, in the order of its tokens. */
export const whisperLanguages: readonly string[] = (
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa ' +
  'lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt ' +
  'sa lb my bo tl mg as tt haw ln ha ba jw su'
).split(' ')

const unspaced = new Set(['zh', 'yue', 'ja', 'th', 'lo', 'my', 'km', 'bo'])

/** True for languages without spaces between words. Regional codes (`zh-TW`) count as their language. */
export function isWrittenWithoutSpaces(language: string): boolean {
  return unspaced.has(language.split('-')[0] ?? '')
}

/**
 * Returns the text of the words. No word begins with a space. In languages without spaces (`ja`, `zh`, `th` …) words are joined
 * directly, and a necessary space is at the end of a word.
 */
export function joinWords(words: readonly Word[], language: string): string {
  const texts = words.map(([, , text]) => text)
  return isWrittenWithoutSpaces(language) ? texts.join('').trimEnd() : texts.join(' ')
}
