import type { Millis } from '#shared/units.ts'
import { toPlainText } from '../plainText.ts'
import { type CoverageOptions, type Segment, computeCoverage } from '../summary.ts'
import { extractSentences } from './extractSentences.ts'
import type { Sentence } from './extractSentences.ts'
import { findKeyphrases } from './findKeyphrases.ts'
import type { Keyphrase } from './findKeyphrases.ts'
import { createLexicon } from './lexicon.ts'
import type { Lexicon } from './lexicon.ts'
import { hasEnd } from './sentenceShape.ts'
import { computeTermWeights, removeCommonTerms } from './termWeights.ts'
import type { TermWeights } from './termWeights.ts'

/** A transcript, prepared for the parts of a summary. */
export type Reading = {
  /** The spoken language as a BCP 47 tag. */
  readonly language: string
  readonly segments: readonly Segment[]
  readonly sentences: readonly Sentence[]
  readonly lexicon: Lexicon
  readonly weights: TermWeights
  readonly keyphrases: readonly Keyphrase[]
  /** The displayed names of the speakers; empty when unknown. */
  readonly speakers: readonly string[]
  readonly coverage: ReturnType<typeof computeCoverage>
  readonly duration: Millis
  /** False when the transcript has hardly any punctuation, so that sentence ends are unknown. */
  readonly isPunctuated: boolean
}

const MAX_KEYPHRASES = 8
const PUNCTUATED_SHARE = 0.3

export function readTranscript(segments: readonly Segment[], language: string, options: CoverageOptions): Reading {
  const lexicon = createLexicon(language)
  const allSentences = extractSentences(segments, lexicon)
  const sentences = lexicon.hasStopWords ? allSentences : removeCommonTerms(allSentences)
  const weights = computeTermWeights(sentences)
  const coverage = computeCoverage(segments, new Set(segments.map(({ id }) => id)), options)
  return {
    language,
    segments,
    sentences,
    lexicon,
    weights,
    keyphrases: findKeyphrases(sentences, lexicon, weights, MAX_KEYPHRASES),
    speakers: [...new Set(segments.map(({ speaker }) => toPlainText(speaker)))].filter((speaker) => speaker !== ''),
    coverage,
    duration: coverage.end,
    isPunctuated: sentences.filter(({ text }) => hasEnd(text)).length >= sentences.length * PUNCTUATED_SHARE,
  }
}
