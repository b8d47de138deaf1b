import type { AppContext } from '#platform/context.ts'
import { hasNoSpaces, tokenize } from '../words/tokenize.ts'
import { type TermToken, parseQuery, phraseToTsquery } from './parseQuery.ts'
import { hasTerm, listTextsWithAny } from './storeWords.ts'

/** Two characters resemble too many other words, and in a longer run, typing errors are found in its parts. */
const [MIN_LENGTH, MAX_LENGTH] = [3, 12]
/** Maximum number of passages that are searched for a similar run. */
const MAX_PASSAGES = 200
/** Japanese loanwords are spelled with and without the long vowel mark. */
const LONG_VOWEL = 'ー'

const isHangul = (text: string): boolean => /^\p{sc=Hang}+$/u.test(text)
const isOfRun = (character: string): boolean => hasNoSpaces(character) || isHangul(character)

/**
 * Returns the most frequent run of Chinese, Japanese or Korean characters in the user's recordings that differs in one character
 * from the given run, or null. Of three characters only the second one may differ, because the other two are often a separate word.
 */
export async function findSimilarRun(ctx: AppContext, userId: string, text: string): Promise<string | null> {
  const characters = [...text]
  const { length } = characters
  if (length < MIN_LENGTH || length > MAX_LENGTH || !characters.every(isOfRun)) return null
  for (const [index, character] of characters.entries()) {
    const shorter = character === LONG_VOWEL ? characters.toSpliced(index, 1).join('') : ''
    const [term] = parseQuery(`"${shorter}"`).terms
    if (term && (await hasTerm(ctx, userId, term))) return shorter
  }
  const wrong = characters.flatMap((_, index) => (length > MIN_LENGTH || index === 1 ? [index] : []))
  const queries = wrong.map((index) => phraseToTsquery(tokensAround(characters, index)))
  const counts = new Map<string, number>()
  for (const body of await listTextsWithAny(ctx, userId, queries, MAX_PASSAGES))
    for (const found of runsLike(characters, body, wrong)) counts.set(found, (counts.get(found) ?? 0) + 1)
  const [best] = [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return best?.[0] ?? null
}

/**
 * Returns the tokens of a run that do not contain the character at `wrong`: the pairs before and after it, and its neighbours as
 * the beginning of a pair.
 */
function tokensAround(characters: readonly string[], wrong: number): TermToken[] {
  const tokens = characters.flatMap((character, position) => {
    const next = characters[position + 1]
    if (position === wrong) return []
    if (position === wrong - 1) return { position, text: character, isPrefix: true }
    if (next !== undefined) return { position, text: character + next, isPrefix: false }
    // The last character of a Korean word has no token.
    return position === wrong + 1 && !isHangul(character) ? { position, text: character, isPrefix: true } : []
  })
  return tokens.map(({ position, text, isPrefix }, index) => ({
    text: tokenize(text)[0]?.text ?? text,
    isPrefix,
    distance: position - (tokens[index - 1]?.position ?? position - 1),
  }))
}

/** Yields the parts of a text that differ from a run in one of these characters. */
function* runsLike(characters: readonly string[], body: string, wrong: readonly number[]): Generator<string> {
  const all = [...body]
  for (let start = 0; start + characters.length <= all.length; start++) {
    const different = characters.flatMap((character, index) => (all[start + index] === character ? [] : [index]))
    const [only] = different
    if (different.length === 1 && only !== undefined && wrong.includes(only) && isOfRun(all[start + only] ?? ''))
      yield all.slice(start, start + characters.length).join('')
  }
}
