import { foldText } from '#shared/normalizeText.ts'

/** A decoded word. */
type DecodedWord = { readonly text: string; readonly confidence: number }
type DecodedText = { readonly words: readonly DecodedWord[]; readonly meanLogProb: number }

/** Terms are only tried where a word has a lower confidence. */
const DOUBTFUL = 0.8
/** Minimum share of equal letters for a term to resemble a decoded text. */
const MIN_SIMILARITY = 0.55
/** Maximum number of terms per window. Longer prompts drive the decoder into loops. */
const MAX_TERMS = 8
/** Maximum number of compared letter pairs per window, so that a long list of long terms does not block it. */
const MAX_COMPARISONS = 20_000_000
/** The text with terms may be this much less likely than the text without. */
const MAX_LOSS = 0.1
/** The text with terms must have at least this share of the words of the text without. */
const MIN_LENGTH_SHARE = 0.8

/**
 * Returns the terms of a glossary that resemble doubtful words, best first. A term resembles up to one word more than it has
 * itself, because unknown names are often split. Words of a term that is in the text already are not doubtful.
 */
export function resemblingTerms(words: readonly DecodedWord[], glossary: readonly string[]): string[] {
  const positions = createPositionFinder(words)
  const unknown = withKnownTerms(words, glossary, positions)
  const runs = findDoubtfulRuns(unknown)
  let comparisons = MAX_COMPARISONS
  const scored = glossary.flatMap((term) => {
    const key = termKey(term)
    if (key.length < 3 || positions(term).length > 0) return []
    const longest = term.trim().split(/\s+/).length + 1
    let best = 0
    for (const { text, words: count } of runs) {
      if (comparisons <= 0 || count > longest) continue
      const [shorter, longer] = [Math.min(text.length, key.length), Math.max(text.length, key.length)]
      if (shorter / longer <= best || shorter / longer < MIN_SIMILARITY) continue
      comparisons -= text.length * key.length
      best = Math.max(best, 1 - editDistance(text, key) / longer)
    }
    return best >= MIN_SIMILARITY ? [{ term, similarity: best }] : []
  })
  return scored
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, MAX_TERMS)
    .map(({ term }) => term)
}

/** Returns whether to use the text decoded with terms: it contains a term, is about as likely, and is not truncated. */
export function isBetterWithTerms(without: DecodedText, withTerms: DecodedText, terms: readonly string[]): boolean {
  return (
    withTerms.words.length >= MIN_LENGTH_SHARE * without.words.length &&
    withTerms.meanLogProb >= without.meanLogProb - MAX_LOSS &&
    terms.some((term) => createPositionFinder(withTerms.words)(term).length > 0)
  )
}

/** Maximum number of words in a term. Longer terms are not names. */
const MAX_RUN = 9

/** Returns the letters of each run of words that contains a doubtful one. */
function findDoubtfulRuns(words: readonly DecodedWord[]): { text: string; words: number }[] {
  const keys = words.map(({ text }) => termKey(text))
  return words.flatMap((_, start) => {
    const runs: { text: string; words: number }[] = []
    let [text, isDoubtful] = ['', false]
    for (let end = start; end < Math.min(words.length, start + MAX_RUN); end++) {
      text += keys[end]!
      isDoubtful ||= words[end]!.confidence < DOUBTFUL
      if (isDoubtful) runs.push({ text, words: end - start + 1 })
    }
    return runs
  })
}

type FindPositions = (term: string) => number[]

/** Returns the words, with full confidence for those that are terms. */
function withKnownTerms(
  words: readonly DecodedWord[],
  glossary: readonly string[],
  positions: FindPositions,
): readonly DecodedWord[] {
  const known = new Set<number>()
  for (const term of glossary) {
    const length = termWords(term).length
    for (const start of positions(term)) for (let i = 0; i < length; i++) known.add(start + i)
  }
  return words.map((word, index) => (known.has(index) ? { ...word, confidence: 1 } : word))
}

/** Returns a function that returns the indexes at which a term begins in a text, written the same way except for punctuation. */
function createPositionFinder(words: readonly DecodedWord[]): FindPositions {
  const trimmed = words.map(({ text }) => trimPunctuation(text))
  const starts = Map.groupBy(trimmed.keys(), (index) => trimmed[index]!)
  return (term) => {
    const parts = termWords(term)
    return (starts.get(parts[0] ?? '') ?? []).filter((start) => parts.every((part, i) => trimmed[start + i] === part))
  }
}

const termWords = (term: string): string[] => term.trim().split(/\s+/).map(trimPunctuation)

const trimPunctuation = (text: string) => text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Returns the letters and digits of a text, without case and accents. */
const termKey = (text: string) => foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns the edit distance of two texts: letters to insert, remove or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
