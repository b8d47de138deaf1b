import { BREAK } from './lexicon.ts'
import type { Lexicon } from './lexicon.ts'
import type { Sentence } from './sentencesOf.ts'
import type { TermWeights } from './termWeights.ts'

/** A recurring phrase of one to three topic words. `terms` are their stems. */
export type Keyphrase = { readonly show: string; readonly terms: readonly string[] }

type Found = { count: number; readonly terms: string[]; readonly forms: Map<string, number>; readonly segments: Set<string> }

const LONGEST = 3

/** Returns the recurring phrases of a recording, most significant first. No two share a word. */
export function keyphrasesOf(sentences: readonly Sentence[], words: Lexicon, weights: TermWeights, wanted: number): Keyphrase[] {
  const segmentCount = new Set(sentences.flatMap((sentence) => sentence.segments)).size
  const scored = [...phrasesOf(sentences, words).values()]
    .filter(({ segments, terms }) => segments.size >= Math.max(terms.length > 1 ? 2 : 3, Math.min(4, segmentCount / 150)))
    .map((found) => {
      const rarity = found.terms.reduce((sum, term) => sum + weights.rarity(term), 0) / found.terms.length
      return { found, score: found.count ** 0.8 * rarity * (found.terms.length > 1 ? 2 : 0.8) }
    })
    .sort((a, b) => b.score - a.score)
  const chosen: Keyphrase[] = []
  for (const { found } of scored) {
    if (chosen.length >= wanted) break
    if (!chosen.some((phrase) => phrase.terms.some((term) => found.terms.includes(term)))) {
      chosen.push({ show: mostUsed(found.forms), terms: found.terms })
    }
  }
  return chosen
}

function phrasesOf(sentences: readonly Sentence[], words: Lexicon): Map<string, Found> {
  const phrases = new Map<string, Found>()
  for (const { tokens, terms, segments } of sentences) {
    let run: { word: string; term: string }[] = []
    for (const word of [...tokens, BREAK]) {
      const term = word === BREAK ? undefined : words.term(word)
      if (term !== undefined && terms.has(term)) run.push({ word, term })
      else {
        note(run)
        run = []
      }
    }
    function note(run: readonly { word: string; term: string }[]) {
      for (let from = 0; from < run.length; from++) {
        for (let to = from + 1; to <= Math.min(run.length, from + LONGEST); to++) add(run.slice(from, to), segments[0]?.id ?? '')
      }
    }
  }
  return phrases

  function add(phrase: readonly { word: string; term: string }[], segment: string) {
    const key = phrase.map(({ term }) => term).join(' ')
    const found = phrases.get(key) ?? { count: 0, terms: phrase.map(({ term }) => term), forms: new Map(), segments: new Set() }
    const form = phrase.map(({ word }) => word).join(words.gap)
    found.count += 1
    found.forms.set(form, (found.forms.get(form) ?? 0) + 1)
    found.segments.add(segment)
    phrases.set(key, found)
  }
}

/** Returns the most frequent form. Prefers lower case among equals, because a capital may only mark the start of a sentence. */
function mostUsed(forms: ReadonlyMap<string, number>): string {
  const small = (form: string) => (form === form.toLowerCase() ? 1 : 0)
  return [...forms].sort((a, b) => b[1] - a[1] || small(b[0]) - small(a[0]))[0]?.[0] ?? ''
}
