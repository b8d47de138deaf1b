import { foldText } from '#shared/normalizeText.ts'
import { type Lexicon, PHRASE_BREAK } from '#features/notes/server.ts'
import type { QuestionWord } from './readQuestion.ts'

/** A text as the words of a question are compared with it. */
export type ComparableText = { readonly folded: string; readonly stems: ReadonlySet<string> }

/** Scripts in which words are found inside others, because they have no spaces or take endings without them. */
const JOINED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u
/** The shortest beginning that two forms of one word share, and the shortest word found inside a longer one. */
const MIN_SHARED = 5

/** Returns a text with the stems that a lexicon gives its words. */
export const toComparable = (text: string, { tokenize, getTerm }: Lexicon): ComparableText => ({
  folded: foldText(text),
  stems: new Set(tokenize(text).flatMap((word) => (word === PHRASE_BREAK ? [] : foldText(getTerm(word) ?? word)))),
})

/** Returns whether a text has a form of a word: "refrigerated" and "refrigerator" count as one, "Budget" is in "Fahrerbudget". */
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
