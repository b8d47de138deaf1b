import { foldText } from '#shared/normalizeText.ts'
import { type Lexicon, PHRASE_BREAK } from '#features/notes/server.ts'
import type { QuestionWord } from './readQuestion.ts'

/** A text in a form that can be compared with the words of a question. */
export type ComparableText = { readonly folded: string; readonly stems: ReadonlySet<string> }

/** Scripts in which words are found inside others, because they lack spaces or attach endings. */
const JOINED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
/** Minimum length of the common prefix of two forms of a word, and of a word found inside a longer one. */
const MIN_SHARED = 5

/** Folds a text and stems its words. */
export const toComparable = (text: string, { tokenize, getTerm }: Lexicon): ComparableText => ({
  folded: foldText(text),
  stems: new Set(tokenize(text).flatMap((word) => (word === PHRASE_BREAK ? [] : foldText(getTerm(word) ?? word)))),
})

/**
 * Returns whether a text contains a form of a word: "refrigerated" and "refrigerator" count as equal, and "Budget" occurs in
 * "Fahrerbudget".
 */
export function hasWord({ folded, stems }: ComparableText, { stem }: Pick<QuestionWord, 'stem'>, language: string): boolean {
  if (JOINED.test(stem)) return folded.includes(stem)
  if (stems.has(stem)) return true
  if (stem.length < MIN_SHARED) return false
  for (const other of stems) {
    if (other.length >= MIN_SHARED && (other.startsWith(stem) || stem.startsWith(other))) return true
    if (language === 'de' && (other.endsWith(stem) || (other.length >= MIN_SHARED && stem.endsWith(other)))) return true
  }
  return false
}
