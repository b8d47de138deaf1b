import { PHRASE_BREAK } from './lexicon.ts'
import type { Lexicon } from './lexicon.ts'
import type { Sentence } from './extractSentences.ts'
import type { TermWeights } from './termWeights.ts'
import { isTopicWord } from './titles/topicWords.ts'

/** A recurring phrase of one to three topic words. `terms` are their stems. */
export type Keyphrase = { readonly text: string; readonly terms: readonly string[] }

type PhraseStats = {
  count: number
  readonly terms: string[]
  readonly forms: Map<string, number>
  readonly segments: Set<string>
}

const MAX_WORDS = 3

/** Returns the recurring phrases of a recording, most significant first. No two share a word. */
export function findKeyphrases(
  sentences: readonly Sentence[],
  lexicon: Lexicon,
  weights: TermWeights,
  limit: number,
): Keyphrase[] {
  const segmentCount = new Set(sentences.flatMap((sentence) => sentence.segments)).size
  const scored = [...collectPhrases(sentences, lexicon).values()]
    .filter(({ segments, terms }) => segments.size >= Math.max(terms.length > 1 ? 2 : 3, Math.min(4, segmentCount / 150)))
    .map((stats) => {
      const rarity = stats.terms.reduce((sum, term) => sum + weights.rarity(term), 0) / stats.terms.length
      return { stats, score: stats.count ** 0.8 * rarity * (stats.terms.length > 1 ? 2 : 0.8) }
    })
    .sort((a, b) => b.score - a.score)
  const selected: Keyphrase[] = []
  for (const { stats } of scored) {
    if (selected.length >= limit) break
    const text = lexicon.language === 'ko' ? stats.terms.join(' ') : mostFrequentForm(stats.forms)
    if (!lexicon.tokenize(text).every((word) => isTopicWord(word, lexicon.language))) continue
    if (!selected.some((phrase) => phrase.terms.some((term) => stats.terms.includes(term)))) {
      selected.push({ text, terms: stats.terms })
    }
  }
  return selected
}

function collectPhrases(sentences: readonly Sentence[], lexicon: Lexicon): Map<string, PhraseStats> {
  const phrases = new Map<string, PhraseStats>()
  for (const { tokens, terms, segments } of sentences) {
    let run: { word: string; term: string }[] = []
    for (const word of [...tokens, PHRASE_BREAK]) {
      const term = word === PHRASE_BREAK ? undefined : lexicon.getTerm(word)
      if (term !== undefined && terms.has(term)) run.push({ word, term })
      else {
        addRun(run)
        run = []
      }
    }
    function addRun(run: readonly { word: string; term: string }[]) {
      for (let from = 0; from < run.length; from++) {
        for (let to = from + 1; to <= Math.min(run.length, from + MAX_WORDS); to++)
          add(run.slice(from, to), segments[0]?.id ?? '')
      }
    }
  }
  return phrases

  function add(phrase: readonly { word: string; term: string }[], segment: string) {
    const key = phrase.map(({ term }) => term).join(' ')
    const stats = phrases.get(key) ?? { count: 0, terms: phrase.map(({ term }) => term), forms: new Map(), segments: new Set() }
    const form = phrase.map(({ word }) => word).join(lexicon.separator)
    stats.count += 1
    stats.forms.set(form, (stats.forms.get(form) ?? 0) + 1)
    stats.segments.add(segment)
    phrases.set(key, stats)
  }
}

/** Returns the most frequent form. Prefers lower case in a tie, because a capital may only mark the start of a sentence. */
function mostFrequentForm(forms: ReadonlyMap<string, number>): string {
  const isLowerCase = (form: string) => (form === form.toLowerCase() ? 1 : 0)
  return [...forms].sort((a, b) => b[1] - a[1] || isLowerCase(b[0]) - isLowerCase(a[0]))[0]?.[0] ?? ''
}
