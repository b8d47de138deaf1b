import { lettersOf } from './title.ts'
import type { Sentence } from './extractive/extractSentences.ts'
import { findNames } from './extractive/mentions/findNames.ts'
import { PHRASE_BREAK, createLexicon } from './extractive/lexicon.ts'
import type { Reading } from './extractive/readTranscript.ts'
import { toPlainText } from './plainText.ts'
import { spelledNumbers } from './spelledNumbers.ts'
import { type Point, type Segment, createPoint } from './summary.ts'

/** At least this share of the content words of a line occurs in its passages. */
const MIN_SHARE = 0.4

export type CitationChecker = {
  /** Returns the line with the time of the words it rests on, and whether its passages contain it. */
  readonly cite: (text: string, segments: readonly Segment[]) => Point
  /** Returns the text when the passages or the names of their speakers contain one of its words, otherwise null. */
  readonly keepSaid: (text: string | null, segments: readonly Segment[]) => string | null
}

/**
 * Checks lines that a language model wrote against the passages it cites. Names and numbers must occur in them, and in the spoken
 * language so must the content words. A translated line has other words, so there only names and numbers are compared.
 */
export function createCitationChecker(reading: Reading, writtenLanguage: string): CitationChecker {
  const written = createLexicon(writtenLanguage)
  const isTranslated = written.language !== reading.lexicon.language
  const sentencesOf = new Map<Segment, Sentence[]>()
  for (const sentence of reading.sentences)
    for (const segment of sentence.segments) sentencesOf.set(segment, [...(sentencesOf.get(segment) ?? []), sentence])

  const termsOf = (text: string) =>
    new Set(written.tokenize(text).flatMap((word) => (word === PHRASE_BREAK ? [] : (written.getTerm(word) ?? []))))
  const allNames = new Set(reading.speakers.map((speaker) => speaker.toLowerCase()))

  return {
    cite(text, segments) {
      const plain = toPlainText(text)
      const terms = termsOf(plain)
      const said = findSaid(terms, segments)
      const point = createPoint(plain, segments, said?.start)
      const speaker = toPlainText(said?.segments[0]?.speaker ?? '') || point.speaker
      return { ...point, speaker, supported: point.supported && isSupported(plain, terms, segments) }
    },
    keepSaid(text, segments) {
      const plain = toPlainText(text ?? '').slice(0, 80)
      if (plain === '' || isTranslated) return plain || null
      const passage = passageOf(segments).toLowerCase()
      const parts = plain.toLowerCase().split(/\s+/).map(lettersOf)
      const isSaid = allNames.has(plain.toLowerCase()) || parts.some((part) => part.length > 1 && passage.includes(part))
      return isSaid ? plain : null
    },
  }

  /** Returns the cited sentence that shares most content words with the line. */
  function findSaid(terms: ReadonlySet<string>, segments: readonly Segment[]): Sentence | undefined {
    const sentences = segments.flatMap((segment) => sentencesOf.get(segment) ?? [])
    const shared = ({ terms: said }: Sentence) =>
      [...terms].reduce((sum, term) => sum + (said.has(term) ? reading.weights.rarity(term) : 0), 0)
    const [best] = sentences.map((sentence) => ({ sentence, score: shared(sentence) })).sort((a, b) => b.score - a.score)
    return best && best.score > 0 ? best.sentence : undefined
  }

  function isSupported(text: string, terms: ReadonlySet<string>, segments: readonly Segment[]): boolean {
    const passage = passageOf(segments)
    if (!numbersOf(text).every((number) => containsNumber(passage, number))) return false
    const lower = passage.toLowerCase()
    const speakers = segments.map(({ speaker }) => speaker)
    const names = findNames([{ text: `– ${text}` }], [], written)[0] ?? []
    const isInPassage = (name: string) => name.split(/\s+/).some((part) => lower.includes(lettersOf(part)))
    if (!isTranslated && !names.every((name) => isInPassage(name) || allNames.has(name.toLowerCase()))) return false
    if (isTranslated || terms.size === 0) return true
    const said = new Set([...termsOf(passage), ...termsOf(speakers.join(' '))])
    return [...terms].filter((term) => said.has(term)).length >= terms.size * MIN_SHARE
  }
}

const passageOf = (segments: readonly Segment[]): string =>
  segments.map(({ speaker, text }) => `${toPlainText(speaker)}: ${toPlainText(text)}`).join('\n')

/** Returns the numbers written in digits, without separators of thousands. */
const numbersOf = (text: string): string[] =>
  (text.match(/\d+(?:[.,:]\d+)*/g) ?? []).map((number) => number.replace(/[.,](?=\d{3}(?!\d))/g, ''))

const containsNumber = (passage: string, number: string): boolean =>
  numbersOf(passage).includes(number) || spelledNumbers(passage).has(Number(number.replace(',', '.')))
