import type { Difference } from '../../contract.ts'
import { lettersOf } from './title.ts'
import { collectFacts, findMissing, type SaidFacts } from './facts/compareFacts.ts'
import {
  type Clause,
  type ClauseIndex,
  countShared,
  deniesOtherwise,
  deniesOtherwiseInTranslation,
  indexClauses,
  readClauses,
} from './facts/negation.ts'
import { canOwn, createSpeakerNames } from './facts/owners.ts'
import { compiledRulesOf, readFacts } from './facts/readFacts.ts'
import type { Sentence } from './extractive/extractSentences.ts'
import { findNames } from './extractive/mentions/findNames.ts'
import { type Lexicon, PHRASE_BREAK, createLexicon } from './extractive/lexicon.ts'
import type { Reading } from './extractive/readTranscript.ts'
import { toPlainText } from './plainText.ts'
import { type Point, type Segment, createPoint } from './summary.ts'

/** At least this share of the content words of a line occurs in its passages. */
const MIN_SHARE = 0.4

export type CitationChecker = {
  /** Returns the line with the time of the words it rests on, whether its passages contain it, and what differs when they do not. */
  readonly cite: (text: string, segments: readonly Segment[], options?: { isTask?: boolean }) => Point
  /** Returns the owner of a task when the passages say or show who does it, otherwise null. */
  readonly keepOwner: (owner: string | null, text: string, segments: readonly Segment[]) => string | null
  /** Returns when a task is due when the passages say so, otherwise null. */
  readonly keepDue: (due: string | null, segments: readonly Segment[]) => string | null
}

/** What a segment says, read once for all lines that cite it. */
type Said = {
  readonly facts: SaidFacts
  readonly clauses: ClauseIndex
  /** The speakers it names. */
  readonly named: ReadonlySet<string>
  readonly terms: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  readonly text: string
}

/**
 * Checks lines that a language model wrote against the passages it cites. Numbers, times and days are compared by their values, in
 * whichever of ten languages they are said and written, and what a line denies must have been denied. Names must occur in the passages
 * or be those of their speakers, and in the spoken language so must the content words; a translated line has other words.
 */
export function createCitationChecker(reading: Reading, writtenLanguage: string): CitationChecker {
  const written = createLexicon(writtenLanguage)
  const spoken = reading.lexicon
  const isTranslated = written.language !== spoken.language
  const { rules: writtenRules } = compiledRulesOf(written.language)
  const { rules: spokenRules } = compiledRulesOf(spoken.language)
  const sentencesOf = Map.groupBy(
    reading.sentences.flatMap((sentence) => sentence.segments.map((segment) => ({ segment, sentence }))),
    ({ segment }) => segment,
  )
  const names = createSpeakerNames(reading.speakers)
  const known = new Map<Segment, Said>()
  const positions = new Map(reading.segments.map((segment, index) => [segment, index]))

  const readSegment = (segment: Segment): Said => {
    const found = known.get(segment)
    if (found) return found
    const text = toPlainText(segment.text)
    // A number can begin in one segment and end in the next.
    const joined = (sentencesOf.get(segment) ?? []).filter(({ sentence }) => sentence.segments.length > 1)
    const texts = [text, ...joined.map(({ sentence }) => toPlainText(sentence.text))]
    const toTerms = (part: string) => termsOf(part, spoken)
    const said: Said = {
      facts: collectFacts(texts.flatMap((part) => readFacts(part, spoken.language))),
      clauses: indexClauses(readClauses(text, spokenRules, toTerms)),
      named: names.findIn(text),
      terms: new Set([...toTerms(text), ...toTerms(toPlainText(segment.speaker))]),
      words: new Set(text.toLowerCase().split(/\s+/).map(lettersOf)),
      text: text.toLowerCase(),
    }
    known.set(segment, said)
    return said
  }

  const passageOf = (text: string, segments: readonly Segment[]) => {
    const read = segments.map(readSegment)
    const speakers = segments.map(({ speaker }) => toPlainText(speaker))
    const neighbours = segments.flatMap((segment) => {
      const at = positions.get(segment) ?? -2
      return [reading.segments[at - 1], reading.segments[at + 1]].flatMap((each) => (each ? [toPlainText(each.speaker)] : []))
    })
    const named = new Set(read.flatMap((said) => [...said.named]))
    const clauses = closest(
      termsOf(text, written),
      read.map((said) => said.clauses),
    )
    return { clauses, speakers, named, neighbours, language: spoken.language }
  }

  return {
    cite(text, segments, { isTask = false } = {}) {
      const plain = toPlainText(text)
      const terms = termsOf(plain, written)
      const said = findSaid(terms, segments)
      const point = createPoint(plain, segments, said?.start)
      const speaker = toPlainText(said?.segments[0]?.speaker ?? '') || point.speaker
      const differs = findDifference(plain, segments, isTask)
      const supported = point.supported && differs === null && hasWords(terms, segments)
      return { ...point, speaker, supported, ...(point.supported && differs !== null && { differs }) }
    },
    keepOwner(owner, text, segments) {
      const plain = toPlainText(owner ?? '').slice(0, 80)
      if (plain === '') return null
      const candidates = [...names.findIn(plain)]
      const passage = passageOf(text, segments)
      if (candidates.length > 0) return candidates.some((candidate) => canOwn(candidate, passage)) ? plain : null
      if (isTranslated) return plain
      const parts = plain.toLowerCase().split(/\s+/).map(lettersOf)
      return parts.some((part) => part.length > 1 && isWordIn(part, segments)) ? plain : null
    },
    keepDue(due, segments) {
      const plain = toPlainText(due ?? '').slice(0, 80)
      if (plain === '') return null
      const facts = readFacts(plain, written.language)
      if (facts.some(({ isNeeded }) => isNeeded !== false)) {
        const needed = facts.map((fact) => ({ ...fact, isNeeded: fact.isNeeded !== false }))
        return findMissing(
          needed,
          segments.map((segment) => readSegment(segment).facts),
        ) === null
          ? plain
          : null
      }
      if (isTranslated) return plain
      const words = written.tokenize(plain.toLowerCase()).filter((word) => word !== PHRASE_BREAK && [...word].length > 1)
      const telling = words.filter((word) => written.getTerm(word) !== undefined)
      const asked = telling.length > 0 ? telling : words
      return asked.every((word) => isWordIn(lettersOf(word), segments)) ? plain : null
    },
  }

  /** Returns the cited sentence that shares most content words with the line. */
  function findSaid(terms: ReadonlySet<string>, segments: readonly Segment[]): Sentence | undefined {
    let [best, most]: [Sentence | undefined, number] = [undefined, 0]
    for (const segment of segments)
      for (const { sentence } of sentencesOf.get(segment) ?? []) {
        let shared = 0
        for (const term of terms) if (sentence.terms.has(term)) shared += reading.weights.rarity(term)
        if (shared > most) [best, most] = [sentence, shared]
      }
    return best
  }

  function findDifference(text: string, segments: readonly Segment[], isTask: boolean): Difference | null {
    const read = segments.map(readSegment)
    const missing = findMissing(
      readFacts(text, written.language),
      read.map(({ facts }) => facts),
    )
    if (missing) return missing
    const line = readClauses(text, writtenRules, (part) => termsOf(part, written))
    const said = read.map(({ clauses }) => clauses)
    const differs = isTranslated
      ? deniesOtherwiseInTranslation(
          line,
          said.flatMap(({ clauses }) => clauses),
        )
      : deniesOtherwise(line, said)
    if (differs) return 'negation'
    return hasOtherPeople(text, segments, isTask) ? 'owner' : null
  }

  /** Returns whether a line names somebody who neither speaks nor is named in its passages. */
  function hasOtherPeople(text: string, segments: readonly Segment[], isTask: boolean): boolean {
    const passage = passageOf(text, segments)
    const speakers = [...names.findIn(text)]
    const isKnown = (speaker: string) => passage.named.has(speaker) || passage.speakers.includes(speaker)
    // A part of a name can belong to several speakers, of whom one is enough.
    if (speakers.length > 0 && !speakers.some(isKnown)) return true
    if (isTask && speakers.length === 1 && startsWithName(text, names) && !speakers.some((speaker) => canOwn(speaker, passage)))
      return true
    if (isTranslated) return false
    const others = findNames([{ text: `– ${text.replace(/^\S+/u, (word) => word.toLowerCase())}` }], [], written)[0] ?? []
    return !others.every(
      (name) => names.findIn(name).size > 0 || name.split(/\s+/).some((part) => isWordIn(lettersOf(part), segments)),
    )
  }

  /** In scripts without spaces a word is found inside others. */
  function isWordIn(word: string, segments: readonly Segment[]): boolean {
    return segments.some((segment) => {
      const { words, text } = readSegment(segment)
      return (
        words.has(word) || (spoken.separator === '' || spoken.language === 'ko' ? text.includes(word) : startsAlike(word, words))
      )
    })
  }

  function hasWords(terms: ReadonlySet<string>, segments: readonly Segment[]): boolean {
    if (isTranslated || terms.size === 0) return true
    const read = segments.map(readSegment)
    return [...terms].filter((term) => read.some(({ terms: said }) => said.has(term))).length >= terms.size * MIN_SHARE
  }
}

const startsWithName = (text: string, names: ReturnType<typeof createSpeakerNames>): boolean =>
  names.findIn(/^\S+(?:\s\S+)?/u.exec(text)?.[0] ?? '').size > 0

/** Genitives and other endings: "Lena" is in "Lenas". */
const startsAlike = (word: string, words: ReadonlySet<string>): boolean =>
  word.length > 2 &&
  ['s', 'n', 'en', 'es'].some(
    (ending) => words.has(word + ending) || (word.endsWith(ending) && words.has(word.slice(0, -ending.length))),
  )

const termsOf = (text: string, { tokenize, getTerm }: Lexicon): ReadonlySet<string> =>
  new Set(tokenize(text).flatMap((word) => (word === PHRASE_BREAK ? [] : (getTerm(word) ?? []))))

/** Returns the statements that share most words with a line; all of them when none does. */
function closest(terms: ReadonlySet<string>, said: readonly ClauseIndex[]): readonly Clause[] {
  const counts = countShared(terms, said)
  const most = [...counts.values()].reduce((max, count) => Math.max(max, count), 0)
  return most === 0
    ? said.flatMap(({ clauses }) => clauses)
    : [...counts].flatMap(([clause, count]) => (count === most ? [clause] : []))
}
