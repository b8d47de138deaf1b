import { isWrittenWithoutSpaces } from './languages.ts'
import type { Word } from './speech.ts'

/**
 * The text words make together. No word begins with a space. Languages with spaces get one between any two words; in those
 * without (`ja`, `zh`, `th`...) words stand side by side, and a space that does belong there ends the word before it.
 */
export function joinWords(words: readonly Word[], language: string): string {
  const texts = words.map(([, , text]) => text)
  return isWrittenWithoutSpaces(language) ? texts.join('').trimEnd() : texts.join(' ')
}
