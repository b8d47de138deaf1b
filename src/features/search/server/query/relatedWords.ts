import type { AppContext } from '#platform/context.ts'
import { irregularForms } from './irregularWords.ts'
import type { ParsedQuery, RelatedWord, Term } from './parseQuery.ts'
import { COMPOUNDING, MIN_CHANCE_LENGTH, type VocabularyRow, listRelated } from './storeRelated.ts'

/** Maximum number of related words, the most frequent ones. */
const MAX_RELATED = 40
/** Shorter words are a prefix or suffix of too many others. */
const MIN_LENGTH = 2
const MIN_STEMMED = 3

/**
 * Adds to a query other forms of its words, and compounds with them, that occur in the user's recordings. Quoted and excluded words
 * are taken literally.
 */
export async function withRelatedWords(ctx: AppContext, userId: string, query: ParsedQuery): Promise<ParsedQuery> {
  const words = query.terms.map(onlyWordOf)
  const wanted = words.flatMap((word, n) => (word === undefined || word.length < MIN_STEMMED ? [] : [{ n, word }]))
  const rows = wanted.length === 0 ? [] : await listRelated(ctx, userId, wanted)
  const byTerm = Map.groupBy(rows, ({ n }) => n)
  const terms = query.terms.map((term, n): Term => {
    const word = words[n]
    return { ...withForms(term), related: word === undefined ? [] : relatedTo(word, byTerm.get(n) ?? []) }
  })
  return { ...query, terms }
}

/** Returns a term that also matches other forms. */
export const withForms = (term: Term): Term => ({
  ...term,
  parts: term.parts.map((part) => ({ ...part, spellings: [...part.spellings, ...part.forms], forms: [] })),
})

/** Whether a query matches more than its words as typed. */
export const hasOtherForms = ({ terms }: ParsedQuery, typed: ParsedQuery): boolean =>
  terms.some(({ related }) => related.length > 0) || typed.terms.some(({ parts }) => parts.some(({ forms }) => forms.length > 0))

/** Returns the word of a term that is not a quotation, compound or number. */
function onlyWordOf({ parts, isQuoted }: Term): string | undefined {
  const [part, ...others] = parts
  const [token, ...following] = part?.spellings[0] ?? []
  if (isQuoted || !token || others.length > 0 || following.length > 0) return undefined
  return token.text.length >= MIN_LENGTH && WORD.test(token.text) ? token.text : undefined
}
/** Other scripts have no spaces, or are split into pairs. */
const WORD = /^[\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Arab}\p{sc=Hebr}\p{sc=Armn}\p{sc=Deva}\p{sc=Taml}\p{sc=Geor}\p{M}]+$/u

function relatedTo(word: string, rows: readonly VocabularyRow[]): RelatedWord[] {
  const related = new Map<string, RelatedWord>(irregularForms(word).map((form) => [form, { word: form, part: null }]))
  for (const row of rows.toSorted((a, b) => b.recordings - a.recordings)) {
    if (related.size >= MAX_RELATED) break
    if (row.word === word || related.has(row.word)) continue
    if (row.is_form) related.set(row.word, { word: row.word, part: null })
    else if (isCompoundWith(row, word)) related.set(row.word, { word: row.word, part: row.word.includes(word) ? word : row.stem })
  }
  return [...related.values()]
}

/** Minimum number of letters in the rest of a compound: fewer are an ending or a prefix, not a word. */
const MIN_REST = 3

/**
 * Returns whether a word looks like a compound that contains another word: "Versicherung" in "Krankenversicherung". In languages
 * without such compounds only long words count, because short ones occur in others by chance.
 */
export function isCompoundWith(
  { word, language, stem, is_tail_form }: Pick<VocabularyRow, 'word' | 'language' | 'stem' | 'is_tail_form'>,
  part: string,
): boolean {
  const [minEnd, minInside] = COMPOUNDING.includes(language) ? [4, 5] : [MIN_CHANCE_LENGTH, MIN_CHANCE_LENGTH]
  const at = word.indexOf(part)
  if (at < 0) return is_tail_form && stem.length >= minInside && word.indexOf(stem) >= MIN_REST
  const after = word.length - at - part.length
  if (at === 0) return after >= MIN_REST && part.length >= minEnd
  if (word.endsWith(part)) return word.length - part.length >= MIN_REST && part.length >= minEnd
  return at >= MIN_REST && after >= MIN_REST - 1 && part.length >= minInside
}
