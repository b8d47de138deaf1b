import { findChapters } from './findChapters.ts'
import type { CoverageOptions, Segment, Summary } from '../summary.ts'
import { createTitle } from './titles/createTitle.ts'
import { toPlainText } from '../plainText.ts'
import { fillSections, findSections } from './findSections.ts'
import { findMentions } from './mentions/findMentions.ts'
import { createHeadline, guessCategory } from './titles/headline.ts'
import { rankSentences } from './rankSentences.ts'
import { readTranscript } from './readTranscript.ts'
import { computeSilence, computeTalkTime } from './talkTime.ts'
import { type SummaryTemplate, usedTemplate } from '../template.ts'

export type ExtractiveOptions = CoverageOptions & {
  /** The spoken language as BCP 47 tag or ISO 639-1 code. */
  readonly language: string
  /** Null or missing for the automatic summary. */
  readonly template?: SummaryTemplate | null | undefined
  /** Number of key sentences. The default is 8, plus two for every hour after the first, up to 16. */
  readonly points?: number | undefined
}

/**
 * Returns a summary created without a language model: verbatim key sentences, questions and possible tasks, chapters, names,
 * numbers and talk time, or the sections of a template. Every line cites existing segments. The result is deterministic.
 */
export function summarizeExtractively(segments: readonly Segment[], options: ExtractiveOptions): Summary {
  const { language, template = null } = options
  const reading = readTranscript(segments, language, options)
  const title = createTitle(segments, reading.sentences, reading)
  const { sentences, lexicon, keyphrases, coverage, speakers, duration } = reading
  return {
    engine: { kind: 'extractive', id: 'extractive' },
    language,
    headline: toPlainText(createHeadline(reading, title)),
    title,
    category: guessCategory(sentences, lexicon.language),
    keyphrases: keyphrases.map(({ text }) => toPlainText(text)),
    coverage,
    notRead: [],
    template: template && usedTemplate(template),
    sections: template ? fillSections(template, reading) : findSections(reading, options.points),
    chapters: findChapters(reading),
    mentions: findMentions(sentences, speakers, lexicon),
    talkTime: computeTalkTime(segments),
    silence: computeSilence(segments, duration, options.notUnderstood ?? 0),
  }
}

/** Returns only the sections of an extractive summary, in half the time. */
export function findSummarySections(
  segments: readonly Segment[],
  { language, template = null, points, ...coverage }: ExtractiveOptions,
): Summary['sections'] {
  const reading = readTranscript(segments, language, coverage)
  return template ? fillSections(template, reading) : findSections(reading, points)
}

/** Returns this many key sentences of a transcript, in order. */
export const quoteKeySentences = (segments: readonly Segment[], language: string, count: number): string[] =>
  rankSentences(readTranscript(segments, language, {}), count).map(({ sentence }) => sentence.text)
