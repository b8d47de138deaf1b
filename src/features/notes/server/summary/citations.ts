import type { Difference } from '../../contract.ts'
import { type Lexicon, PHRASE_BREAK, createLexicon } from './extractive/lexicon.ts'
import type { Sentence } from './extractive/extractSentences.ts'
import { findNames } from './extractive/mentions/findNames.ts'
import type { Reading } from './extractive/readTranscript.ts'
import type { TermWeights } from './extractive/termWeights.ts'
import { findMissing } from './facts/compareFacts.ts'
import type { Fact } from './facts/Fact.ts'
import {
  type Clause,
  type ClauseIndex,
  countShared,
  deniesOtherwise,
  deniesOtherwiseInTranslation,
  readClauses,
} from './facts/negation.ts'
import { canOwn } from './facts/owners.ts'
import { compiledRulesOf, readFacts } from './facts/readFacts.ts'
import { createSaidTranscript, type SaidTranscript, termsOf } from './facts/readSaid.ts'
import { toPlainText } from './plainText.ts'
import { type Point, type Segment, createPoint } from './summary.ts'
import { lettersOf } from './title.ts'

/** Minimum share of the content words of a line that must occur in its passages. */
const MIN_SHARE = 0.4

export type CitationChecker = {
  /** Returns the line with the time of the cited words, whether its passages support it, and the difference if they do not. */
  readonly cite: (text: string, segments: readonly Segment[], options?: { isTask?: boolean }) => Point
  /** Returns the owner of a task if the passages name or imply the person, otherwise null. */
  readonly keepOwner: (owner: string | null, text: string, segments: readonly Segment[]) => string | null
  /** Returns the due date of a task if the passages contain it, otherwise null. */
  readonly keepDue: (due: string | null, segments: readonly Segment[]) => string | null
}

type Checking = {
  readonly transcript: SaidTranscript
  readonly weights: TermWeights
  /** The lexicon of the language in which the lines are written. */
  readonly written: Lexicon
  readonly isTranslated: boolean
}

/**
 * Checks generated lines against the passages they cite. Numbers, times and dates are compared by value, in any of ten languages,
 * and a negation must match. Names must occur in the passages or be those of their speakers. Content words must occur too, unless
 * the line is a translation.
 */
export function createCitationChecker(reading: Reading, writtenLanguage: string): CitationChecker {
  const written = createLexicon(writtenLanguage)
  const isTranslated = written.language !== reading.lexicon.language
  const checking = { transcript: createSaidTranscript(reading), weights: reading.weights, written, isTranslated }
  return {
    cite: (text, segments, { isTask = false } = {}) => {
      const plain = toPlainText(text)
      const terms = termsOf(plain, written)
      const said = findSaid(terms, segments, checking)
      const point = createPoint(plain, segments, said?.start)
      const speaker = toPlainText(said?.segments[0]?.speaker ?? '') || point.speaker
      if (!point.supported) return { ...point, speaker }
      const facts = readFacts(plain, written.language)
      const differs = findDifference({ text: plain, facts, isTask }, segments, checking)
      const supported = differs === null && hasWords(terms, facts, segments, checking)
      return { ...point, speaker, supported, ...(differs !== null && { differs }) }
    },
    keepOwner: (owner, text, segments) => {
      const plain = toShort(owner)
      return plain !== '' && isOwner(plain, text, segments, checking) ? plain : null
    },
    keepDue: (due, segments) => {
      const plain = toShort(due)
      return plain !== '' && isDue(plain, segments, checking) ? plain : null
    },
  }
}

const MAX_DETAIL = 80

const toShort = (text: string | null): string => toPlainText(text ?? '').slice(0, MAX_DETAIL)

/** Returns the cited sentence that shares the most content words with the line. */
function findSaid(
  terms: ReadonlySet<string>,
  segments: readonly Segment[],
  { transcript, weights }: Checking,
): Sentence | undefined {
  let [best, most]: [Sentence | undefined, number] = [undefined, 0]
  for (const segment of segments)
    for (const sentence of transcript.sentencesOf(segment)) {
      let shared = 0
      for (const term of terms) if (sentence.terms.has(term)) shared += weights.rarity(term)
      if (shared > most) [best, most] = [sentence, shared]
    }
  return best
}

/** Numbers and dates count like words, so that a short line may have its verb in another form. */
function hasWords(
  terms: ReadonlySet<string>,
  facts: readonly Fact[],
  segments: readonly Segment[],
  { transcript, isTranslated }: Checking,
): boolean {
  if (isTranslated || terms.size === 0) return true
  const read = segments.map(transcript.read)
  const shared = [...terms].filter((term) => read.some(({ terms: said }) => said.has(term))).length
  const counted = facts.filter(({ isNeeded }) => isNeeded === true).length
  return shared + counted >= (terms.size + counted) * MIN_SHARE
}

type Line = { readonly text: string; readonly facts: readonly Fact[]; readonly isTask: boolean }

/** Returns the difference between a line and its passages, or null. */
function findDifference({ text, facts, isTask }: Line, segments: readonly Segment[], checking: Checking): Difference | null {
  const { transcript, written, isTranslated } = checking
  const read = segments.map(transcript.read)
  const missing = findMissing(
    facts,
    read.map((said) => said.facts),
  )
  if (missing) return missing
  const line = readClauses(text, compiledRulesOf(written.language).rules, (part) => termsOf(part, written))
  const said = read.map(({ clauses }) => clauses)
  const isOtherwise = isTranslated
    ? deniesOtherwiseInTranslation(
        line,
        said.flatMap(({ clauses }) => clauses),
      )
    : deniesOtherwise(line, said)
  if (isOtherwise) return 'negation'
  return hasOtherPeople(text, segments, isTask, checking) ? 'owner' : null
}

/** Returns whether a line names a person who neither speaks nor is named in its passages. */
function hasOtherPeople(text: string, segments: readonly Segment[], isTask: boolean, checking: Checking): boolean {
  const { transcript, written, isTranslated } = checking
  const { names } = transcript
  const passage = passageOf(text, segments, checking)
  const speakers = [...names.findIn(text)]
  // A part of a name may belong to several speakers; one match is enough.
  const isKnown = (speaker: string) => passage.named.has(speaker) || passage.speakers.includes(speaker)
  if (speakers.length > 0 && !speakers.some(isKnown)) return true
  const [first = ''] = /^\S+(?:\s\S+)?/u.exec(text) ?? []
  const [subject] = names.findIn(first)
  if (isTask && speakers.length === 1 && subject !== undefined && !canOwn(subject, passage)) return true
  if (isTranslated) return false
  // The first word is always capitalized.
  const rest = text.replace(/^\S+/u, (word) => word.toLowerCase())
  const others = findNames([{ text: `– ${rest}` }], [], written)[0] ?? []
  return !others.every(
    (name) => names.findIn(name).size > 0 || name.split(/\s+/).some((part) => hasWord(lettersOf(part), segments, transcript)),
  )
}

const hasWord = (word: string, segments: readonly Segment[], { read }: SaidTranscript): boolean =>
  segments.some((segment) => read(segment).hasWord(word))

function isOwner(owner: string, text: string, segments: readonly Segment[], checking: Checking): boolean {
  const { transcript, isTranslated } = checking
  const candidates = [...transcript.names.findIn(owner)]
  if (candidates.length > 0) {
    const passage = passageOf(text, segments, checking)
    return candidates.some((candidate) => canOwn(candidate, passage))
  }
  const parts = owner.toLowerCase().split(/\s+/).map(lettersOf)
  return isTranslated || parts.some((part) => part.length > 1 && hasWord(part, segments, transcript))
}

/**
 * Returns whether the passages contain the dates and times of a due date, or its words if it has neither, such as "after lunch".
 */
function isDue(due: string, segments: readonly Segment[], { transcript, written, isTranslated }: Checking): boolean {
  const facts = readFacts(due, written.language).filter(({ isNeeded }) => isNeeded !== false)
  if (facts.length > 0) {
    const needed = facts.map((each) => ({ ...each, isNeeded: true }))
    const said = segments.map((segment) => transcript.read(segment).facts)
    return findMissing(needed, said) === null
  }
  if (isTranslated) return true
  const words = written.tokenize(due.toLowerCase()).filter((word) => word !== PHRASE_BREAK && word.length > 1)
  const telling = words.filter((word) => written.getTerm(word) !== undefined)
  return (telling.length > 0 ? telling : words).every((word) => hasWord(lettersOf(word), segments, transcript))
}

function passageOf(text: string, segments: readonly Segment[], { transcript, written }: Checking) {
  const read = segments.map(transcript.read)
  const said = read.map(({ clauses }) => clauses)
  return {
    clauses: closest(termsOf(text, written), said),
    speakers: segments.map(({ speaker }) => toPlainText(speaker)),
    named: new Set(read.flatMap(({ named }) => [...named])),
    neighbours: segments.flatMap(transcript.neighboursOf),
    language: transcript.lexicon.language,
  }
}

/** Returns the statements that share the most words with a line, or all if none does. */
function closest(terms: ReadonlySet<string>, said: readonly ClauseIndex[]): readonly Clause[] {
  const counts = countShared(terms, said)
  const most = [...counts.values()].reduce((max, count) => Math.max(max, count), 0)
  if (most === 0) return said.flatMap(({ clauses }) => clauses)
  return [...counts].flatMap(([clause, count]) => (count === most ? [clause] : []))
}
