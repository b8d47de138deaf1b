import type { Millis } from '#shared/units.ts'
import type { Segment } from '#features/files/contract.ts'

/** Words with a lower confidence are doubtful. */
export const DOUBT_THRESHOLD = 0.5

/** Returns true when at least one segment contains recognised words. */
export const hasWords = (segments: readonly Pick<Segment, 'not_understood'>[]): boolean =>
  segments.some((segment) => !segment.not_understood)

/** Returns the total length of speech that was not understood. */
export const notUnderstoodDuration = (segments: readonly Segment[]): Millis =>
  segments.reduce((sum, { not_understood, start_time, end_time }) => sum + (not_understood ? end_time - start_time : 0), 0)

export { assignSpeakers, defaultSpeakerName, keepSpeakerNames, type SpeakerTurn } from './rules/assignSpeakers.ts'
export { formatTranscript } from './rules/formatTranscript.ts'
export { buildSegments, Segmenter, type JoinWords, type TranscribedWindow } from './rules/Segmenter.ts'
export { speechlessSpans, type SpeechlessSpan } from './rules/speechlessSpans.ts'
export { applyEdits, assignPart, type AppliedEdits, type StoredOperation } from './rules/editing/applyEdits.ts'
export { changedRanges, describeEdit, findCorrections } from './rules/editing/describeEdit.ts'
export { reapplyEdits, type ReappliedEdit } from './rules/editing/reapplyEdits.ts'
export { toTranscriptOperations } from './rules/editing/replaceTranscript.ts'
export { searchPattern } from './rules/editing/replaceText.ts'
export { locateWords } from './rules/editing/wordTimes.ts'
