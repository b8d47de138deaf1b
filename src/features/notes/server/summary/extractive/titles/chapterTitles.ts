import { summaryLabelsFor } from '../../summaryLabels.ts'
import { doubtfulWords, lettersOf } from '../../title.ts'
import { findBestClause } from './createTitle.ts'
import type { Sentence } from '../extractSentences.ts'
import { PHRASE_BREAK } from '../lexicon.ts'
import type { Reading } from '../readTranscript.ts'
import { isTopicWord } from './topicWords.ts'

type Phrase = { readonly text: string; readonly terms: readonly string[]; readonly score: number }

const MAX_WORDS = 2
const MIN_COUNT = 2

/**
 * Returns a title for each chapter: the two phrases that are rarest elsewhere, otherwise its most central short clause. No phrase
 * is used twice. A title is empty when the chapter has neither.
 */
export function createChapterTitles(parts: readonly (readonly Sentence[])[], reading: Reading): string[] {
  const perPart = parts.map((part) => countPhrases(part, reading))
  const chapterCounts = new Map<string, number>()
  for (const phrases of perPart) for (const key of phrases.keys()) chapterCounts.set(key, (chapterCounts.get(key) ?? 0) + 1)
  const used = new Set<string>()
  return parts.map((part, index) => {
    const phrases = [...(perPart[index] ?? [])].flatMap(([key, { count, forms, terms }]): Phrase[] => {
      if (count < MIN_COUNT) return []
      const elsewhere = chapterCounts.get(key) ?? 1
      const score = count * Math.log(1 + parts.length / elsewhere) * (terms.length > 1 ? 1.8 : 1)
      return [{ text: mostFrequent(forms), terms, score }]
    })
    const chosen = choose(
      phrases.toSorted((a, b) => b.score - a.score || (a.text < b.text ? -1 : 1)),
      used,
    )
    for (const { terms } of chosen) for (const term of terms) used.add(term)
    const clause = chosen.length === 0 ? findBestClause(part, reading) : undefined
    return capitalize(clause ?? joinPhrases(chosen, reading))
  })
}

/** Returns up to two phrases that share no word with each other or with an earlier title. */
function choose(phrases: readonly Phrase[], used: ReadonlySet<string>): Phrase[] {
  const chosen: Phrase[] = []
  for (const phrase of phrases) {
    const taken = new Set([...used, ...chosen.flatMap(({ terms }) => terms)])
    if (phrase.terms.some((term) => taken.has(term))) continue
    // A second phrase that is much less typical would only make the title longer.
    if (chosen[0] && phrase.score < chosen[0].score * 0.45) break
    chosen.push(phrase)
    if (chosen.length === 2) break
  }
  return chosen
}

type Counts = { count: number; readonly terms: readonly string[]; readonly forms: Map<string, number> }

function countPhrases(part: readonly Sentence[], { lexicon }: Reading): Map<string, Counts> {
  const phrases = new Map<string, Counts>()
  const doubtful = doubtfulWords([...new Set(part.flatMap(({ segments }) => segments))])
  for (const { tokens, terms } of part) {
    let run: { word: string; term: string }[] = []
    for (const word of [...tokens, PHRASE_BREAK]) {
      const term = word === PHRASE_BREAK || doubtful.has(lettersOf(word)) ? undefined : lexicon.getTerm(word)
      if (term !== undefined && terms.has(term) && isTopicWord(word, lexicon.language)) {
        run.push({ word, term })
        for (let length = 1; length <= Math.min(MAX_WORDS, run.length); length++) add(run.slice(-length))
      } else run = []
    }
  }
  return phrases

  function add(phrase: readonly { word: string; term: string }[]) {
    const key = phrase.map(({ term }) => term).join(' ')
    const counts = phrases.get(key) ?? { count: 0, terms: phrase.map(({ term }) => term), forms: new Map() }
    const form = phrase.map(({ word }) => word).join(lexicon.separator)
    counts.count += 1
    counts.forms.set(form, (counts.forms.get(form) ?? 0) + 1)
    phrases.set(key, counts)
  }
}

const joinPhrases = (phrases: readonly Phrase[], { language }: Reading): string =>
  phrases.map(({ text }) => text).join(summaryLabelsFor(language).listAnd)

/** Returns the most frequent form; lower case in a tie, because a capital may only mark the start of a sentence. */
const mostFrequent = (forms: ReadonlyMap<string, number>): string =>
  [...forms].toSorted(
    (a, b) => b[1] - a[1] || Number(b[0] === b[0].toLowerCase()) - Number(a[0] === a[0].toLowerCase()),
  )[0]?.[0] ?? ''

function capitalize(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
