import { foldText } from '#shared/normalizeText.ts'

/** A word as it was decoded. */
type DecodedWord = { readonly text: string; readonly confidence: number }
type DecodedText = { readonly words: readonly DecodedWord[]; readonly meanLogProb: number }

/** Terms are tried only where a word has a lower confidence. */
const DOUBTFUL = 0.8
/** Share of equal letters from which a term resembles what was decoded. */
const MIN_SIMILARITY = 0.55
/** Most terms of one window. Longer prompts drive the decoder into loops. */
const MAX_TERMS = 8
/** The text with terms may be this much less likely than the text without. */
const MAX_LOSS = 0.1
/** The text with terms must have at least this share of the words of the text without. */
const MIN_LENGTH_SHARE = 0.8

/**
 * Returns the terms of a glossary that resemble doubtful words, best first. A term resembles up to one word more than it has
 * itself, because unknown names are often split. Words of a term that is in the text already are not doubtful.
 */
export function resemblingTerms(words: readonly DecodedWord[], glossary: readonly string[]): string[] {
  const unknown = withKnownTerms(words, glossary)
  if (!unknown.some(({ confidence }) => confidence < DOUBTFUL)) return []
  const keys = words.map(({ text }) => termKey(text))
  const scored = glossary.flatMap((term) => {
    if (termKey(term).length < 3 || termPositions(words, term).length > 0) return []
    const similarity = bestSimilarity(unknown, keys, term)
    return similarity >= MIN_SIMILARITY ? [{ term, similarity }] : []
  })
  return scored
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, MAX_TERMS)
    .map(({ term }) => term)
}

/** Returns whether the text decoded with terms is to be used: it contains one of them, is about as likely and not cut short. */
export function isBetterWithTerms(without: DecodedText, withTerms: DecodedText, terms: readonly string[]): boolean {
  return (
    withTerms.words.length >= MIN_LENGTH_SHARE * without.words.length &&
    withTerms.meanLogProb >= without.meanLogProb - MAX_LOSS &&
    terms.some((term) => termPositions(withTerms.words, term).length > 0)
  )
}

/** Returns the similarity of a term and the most similar run of words with a doubtful one among them. */
function bestSimilarity(words: readonly DecodedWord[], keys: readonly string[], term: string): number {
  const key = termKey(term)
  const longest = term.trim().split(/\s+/).length + 1
  let best = 0
  for (let start = 0; start < words.length; start++) {
    for (let end = start + 1; end <= Math.min(words.length, start + longest); end++) {
      if (!words.slice(start, end).some(({ confidence }) => confidence < DOUBTFUL)) continue
      const run = keys.slice(start, end).join('')
      const [shorter, longer] = [Math.min(run.length, key.length), Math.max(run.length, key.length)]
      if (shorter / longer > best) best = Math.max(best, 1 - editDistance(run, key) / longer)
    }
  }
  return best
}

/** Returns the words with full confidence in those that are terms. */
function withKnownTerms(words: readonly DecodedWord[], glossary: readonly string[]): readonly DecodedWord[] {
  const known = new Set<number>()
  for (const term of glossary) {
    const length = termWords(term).length
    for (const start of termPositions(words, term)) for (let i = 0; i < length; i++) known.add(start + i)
  }
  return words.map((word, index) => (known.has(index) ? { ...word, confidence: 1 } : word))
}

/** Returns the indexes at which a term begins in a text, written the same way except for punctuation. */
function termPositions(words: readonly DecodedWord[], term: string): number[] {
  const parts = termWords(term)
  const isTermAt = (start: number) => parts.every((part, i) => trimPunctuation(words[start + i]?.text ?? '') === part)
  return words.flatMap((_, start) => (isTermAt(start) ? [start] : []))
}

const termWords = (term: string): string[] => term.trim().split(/\s+/).map(trimPunctuation)

const trimPunctuation = (text: string) => text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')

/** Returns the letters and digits of a text, without case and accents. */
const termKey = (text: string) => foldText(text).replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns the number of letters to insert, remove or replace between two texts. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
