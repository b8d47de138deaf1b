import type { SectionKind } from '../../../contract.ts'
import { hours } from '#shared/units.ts'
import { summaryLabelsFor } from '../summaryLabels.ts'
import { createPoint } from '../summary.ts'
import type { Point, Section } from '../summary.ts'
import type { SummaryTemplate, TemplateSection } from '../template.ts'
import type { Sentence } from './extractSentences.ts'
import { findActions } from './findActions.ts'
import { findChapters } from './findChapters.ts'
import { findDecisions } from './findDecisions.ts'
import { findDue } from './findDue.ts'
import { findMatching } from './findMatching.ts'
import { hasNumber } from './mentions/findNumbers.ts'
import { findOwner } from './findOwner.ts'
import { findQuestions } from './findQuestions.ts'
import { rankSentences } from './rankSentences.ts'
import type { Reading } from './readTranscript.ts'
import { hasEnd, isIndependent } from './sentenceShape.ts'

/** A text with fewer words or sentences is too short to select from. */
const MIN_WORDS = 60
const MIN_SENTENCES = 5
const MAX_ACTIONS = 12
const MAX_QUESTIONS = 30
const MAX_DECISIONS = 12
const MAX_NUMBERS = 12
const MAX_QUOTES = 6
const OVERVIEW_SENTENCES = 3

/** Returns the sections of the automatic summary. A section without lines is left out. */
export function findSections(reading: Reading, pointCount: number | undefined): Section[] {
  const labels = summaryLabelsFor(reading.language)
  const questions = findLines('questions', reading)
  const actions = findLines('actions', reading)
  const points = keySentences(reading, pointCount, new Set([...questions, ...actions]))
  return [
    { kind: 'points' as const, heading: labels.keySentences, points: toPoints(points, 'points', reading) },
    { kind: 'questions' as const, heading: labels.questionsAsked, points: toPoints(questions, 'questions', reading) },
    { kind: 'actions' as const, heading: labels.possibleActions, points: toPoints(actions, 'actions', reading) },
  ].filter(({ points }) => points.length > 0)
}

/**
 * Fills the sections of a template with sentences of the recording. Known kinds have their own selection; other sections get the
 * sentences that best match their heading and instruction, each sentence in one of them only.
 */
export function fillSections(template: SummaryTemplate, reading: Reading): Section[] {
  const used = new Set<Sentence>()
  return template.sections.map((section) => {
    const lines = section.kind === 'chapters' ? [] : findFor(section, reading, used)
    for (const line of lines) used.add(line)
    const points = section.kind === 'chapters' ? chapterPoints(reading) : toPoints(lines, section.kind, reading)
    return { kind: section.kind, heading: section.heading, points }
  })
}

function findFor(section: TemplateSection, reading: Reading, used: ReadonlySet<Sentence>): Sentence[] {
  if (section.kind === 'overview') return keySentences(reading, OVERVIEW_SENTENCES, used)
  if (section.kind === 'points') {
    const matching = findMatching(section, reading, used)
    return matching.length > 0 && used.size > 0 ? matching : keySentences(reading, undefined, used)
  }
  if (section.kind === 'text') return findMatching(section, reading, used)
  return findLines(section.kind, reading)
}

function findLines(kind: SectionKind, reading: Reading): Sentence[] {
  const { sentences, lexicon, weights } = reading
  const { language } = lexicon
  switch (kind) {
    case 'questions':
      return findQuestions(sentences, language, weights, MAX_QUESTIONS)
    case 'actions':
      return findActions(sentences, language, weights, MAX_ACTIONS)
    case 'decisions':
      return findDecisions(sentences, language, MAX_DECISIONS)
    case 'numbers':
      return mostRelevant(
        reading,
        ({ text, length }) => length >= 4 && length <= 45 && !/[?？]/u.test(text) && hasNumber(text, lexicon),
        MAX_NUMBERS,
      )
    case 'quotes':
      return mostRelevant(
        reading,
        ({ text, length, terms, begins }) =>
          length >= 6 && length <= 30 && terms.size >= 3 && begins && hasEnd(text) && isIndependent(text, language),
        MAX_QUOTES,
      )
    default:
      return []
  }
}

/** Returns the most informative sentences. Empty for a text of a few lines, unless a number was requested. */
function keySentences(reading: Reading, count: number | undefined, used: ReadonlySet<Sentence>): Sentence[] {
  const { sentences, duration } = reading
  const words = sentences.reduce((sum, { length }) => sum + length, 0)
  if (count === undefined && (words < MIN_WORDS || sentences.length < MIN_SENTENCES)) return []
  const perDuration = Math.min(16, 8 + 2 * Math.floor(Math.max(0, duration / hours(1) - 1)))
  const limit = count ?? Math.min(perDuration, Math.max(3, Math.ceil(sentences.length / 3)))
  return rankSentences(reading, limit, used).map(({ sentence }) => sentence)
}

function mostRelevant({ sentences, weights }: Reading, isWanted: (sentence: Sentence) => boolean, limit: number): Sentence[] {
  return sentences
    .map((sentence, index) => ({ sentence, index }))
    .filter(({ sentence }) => isWanted(sentence))
    .map((entry) => ({ ...entry, weight: weights.weight(entry.sentence) }))
    .sort((a, b) => b.weight - a.weight || a.index - b.index)
    .slice(0, limit)
    .sort((a, b) => a.index - b.index)
    .map(({ sentence }) => sentence)
}

const toPoints = (sentences: readonly Sentence[], kind: SectionKind, reading: Reading): Point[] =>
  sentences
    .map(({ text, segments, start }) => {
      const point = createPoint(text, segments, start)
      if (kind !== 'actions') return point
      const { language } = reading.lexicon
      return { ...point, owner: findOwner(text, point.speaker ?? '', reading.speakers, language), due: findDue(text, language) }
    })
    .filter(({ text }) => text !== '')

/** Returns a line per chapter that cites its first segment. */
function chapterPoints(reading: Reading): Point[] {
  return findChapters(reading).map(({ title, start_time: start }) => {
    const segment = reading.segments.findLast((candidate) => candidate.start <= start) ?? reading.segments[0]
    return createPoint(title, segment ? [segment] : [], start)
  })
}
