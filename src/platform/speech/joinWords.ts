import { isWrittenWithoutSpaces } from './languages.ts'
import type { Word } from './speech.ts'

/**
 * Returns the text of the words. No word begins with a space. Languages with spaces get one between two words. In other languages
 * (`ja`, `zh`, `th`...) words are joined directly, and a necessary space is at the end of the word before it.
 */
export function joinWords(words: readonly Word[], language: string): string {
  const texts = words.map(([, , text]) => text)
  return isWrittenWithoutSpaces(language) ? texts.join('').trimEnd() : texts.join(' ')
}
