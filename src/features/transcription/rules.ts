import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'
import { countWordsOf } from './rules/Segmenter.ts'

/** Words with a lower confidence are doubtful. */
export const DOUBT_THRESHOLD = 0.5

/** Returns true when at least one segment contains recognised words. */
export const hasWords = (segments: readonly Pick<Segment, 'not_understood'>[]): boolean =>
  segments.some((segment) => !segment.not_understood)

/** A transcript with fewer words has nothing to summarize (B§8: -111). */
const MIN_SUMMARY_WORDS = 4

/** Returns true when a transcript has enough words for a summary. Two characters of a script without spaces count as one. */
export const hasEnoughForSummary = (segments: readonly Pick<Segment, 'not_understood' | 'content'>[]): boolean =>
  segments.reduce((sum, { not_understood, content }) => sum + (not_understood ? 0 : countWordsOf(content)), 0) >=
  MIN_SUMMARY_WORDS

/** Returns the total length of speech that was not understood. */
export const notUnderstoodDuration = (segments: readonly Segment[]): Millis =>
  segments.reduce((sum, { not_understood, start_time, end_time }) => sum + (not_understood ? end_time - start_time : 0), 0)

/**
 * Returns the language that is spoken longest in a transcript; without one the language that was chosen for it, and '' when neither is
 * known. Speech that was not understood has no language.
 */
export function spokenLanguageOf(
  segments: readonly Pick<Segment, 'language' | 'start_time' | 'end_time' | 'not_understood'>[],
  chosen = '',
): string {
  const times = new Map<string, Millis>()
  for (const { language, start_time, end_time, not_understood } of segments)
    if (language && !not_understood) times.set(language, (times.get(language) ?? 0) + end_time - start_time)
  const [[longest] = [undefined]] = [...times].toSorted(([, a], [, b]) => b - a)
  return longest ?? (chosen === 'auto' ? '' : chosen)
}

export { assignSpeakers, defaultSpeakerName, keepSpeakerNames, type SpeakerTurn } from './rules/assignSpeakers.ts'
export { formatSpeaker, formatTranscript } from './rules/formatTranscript.ts'
export { ImportReport, type LeftOut, formatPlaces } from './rules/import/ImportReport.ts'
export { importTranscript } from './rules/import/importTranscript.ts'
export { SENTENCE_END, UNSPACED_CHARACTER } from './rules/textPatterns.ts'
export { decodeText } from './rules/import/encoding/decodeText.ts'
export { type Encoding, encodingName } from './rules/import/encoding/encodings.ts'
export { buildSegments, Segmenter, type JoinWords, type TranscribedWindow } from './rules/Segmenter.ts'
export { speechlessSpans, type SpeechlessSpan } from './rules/speechlessSpans.ts'
export { applyEdits, type AppliedEdits, type StoredOperation } from './rules/editing/applyEdits.ts'
export { changedRanges, describeEdit, findCorrections } from './rules/editing/describeEdit.ts'
export { reapplyEdits, type ReappliedEdit } from './rules/editing/reapplyEdits.ts'
export { createTermReplacer, type TermReplacement } from './rules/editing/replaceTerms.ts'
export { toTranscriptOperations } from './rules/editing/replaceTranscript.ts'
export { searchPattern } from './rules/editing/replaceText.ts'
export { similarVoices } from './rules/voice-prints/similarVoices.ts'
export { matchVoices, type VoiceMatch } from './rules/voice-prints/matchVoices.ts'
export {
  isDefaultName,
  renamedSpeakers,
  renamedVoices,
  unnamedVoices,
  voiceNames,
  type SpeakerRename,
} from './rules/voice-prints/voiceNames.ts'
export { assignParts, deleteParts, type TextPart } from './rules/editing/textParts.ts'
export { locateWords } from './rules/editing/wordTimes.ts'
export { formatWordList, isTooMuch, parseSounds, parseWordList, type WordListLine } from './rules/wordListText.ts'
