import { fillText } from '#platform/text/serverTexts.ts'
import type { Millis } from '#shared/units.ts'
import { parseStoredResults, type StoredResults } from '#features/files/compute.ts'
import type { Segment } from '#features/files/contract.ts'
import { parseSummaryResult } from '#features/notes/rules.ts'
import { languageOfTranscript } from '#features/transcription/compute.ts'
import { locateWords } from '#features/transcription/rules.ts'
import { createNameHider, KEEPS_NAMES, type NameHider } from './hideNames.ts'
import { withoutDirectionMarks } from '#platform/http/html.ts'
import { type PageTexts } from './texts.ts'

/** The stored content of a link as plain data for a thread, before names are hidden and clips are cut. */
export type StoredContent = {
  readonly title: string
  readonly ownerName: string
  readonly recordedAt: Date
  /** Offset from UTC in hours where it was recorded. */
  readonly timezone: number
  readonly duration: Millis
  /** The language chosen for the transcription. */
  readonly chosenLanguage: string
  readonly clip: { readonly start: Millis; readonly end: Millis } | null
  readonly expiresAt: Date | null
  readonly results: StoredResults
  readonly notes: readonly { readonly name: string; readonly markdown: string }[]
  readonly peaks: Uint8Array | null
  readonly hasAudio: boolean
  readonly showsSummary: boolean
  readonly showsTranscript: boolean
  readonly hidesNames: boolean
}

/** A paragraph of the transcript. `words` are [start in ms relative to the paragraph, offset, length]. */
export type Paragraph = {
  readonly start: Millis
  readonly end: Millis
  readonly speaker: string
  /** The 0-based number of the speaker, for a colour. -1 without a name. */
  readonly speakerIndex: number
  readonly text: string
  readonly words: readonly (readonly [number, number, number])[]
  readonly isNotUnderstood: boolean
}

type KeptContent = Omit<StoredContent, 'results' | 'chosenLanguage' | 'showsSummary' | 'showsTranscript' | 'hidesNames'>

/** What a link shows: names are replaced, and passages outside of the clip are removed. */
export type SharedContent = KeptContent & {
  readonly language: string
  /** Markdown as the owner sees it, rendered with `names` and `clip`. */
  readonly summary: string
  readonly fileTitle: string
  readonly chapters: readonly { readonly start: Millis; readonly title: string }[]
  readonly paragraphs: readonly Paragraph[]
  readonly names: NameHider
}

/** Returns what a link shows: replaces names and removes passages outside of the clip. */
export function toSharedContent(stored: StoredContent, t: PageTexts): SharedContent {
  const { results, clip, showsSummary, showsTranscript, title, notes, peaks, duration, chosenLanguage, ...rest } = stored
  const { trans_result, ai_content, outline_result } = parseStoredResults(results)
  const segments = trans_result ?? []
  const summary = parseSummaryResult(ai_content)?.markdown ?? ''
  const names = stored.hidesNames ? createHider(segments, summary, t) : KEEPS_NAMES
  return {
    ...rest,
    clip,
    duration,
    names,
    fileTitle: title,
    summary: showsSummary ? summary : '',
    title: withoutDirectionMarks(names.text(title)),
    language: languageOfTranscript(segments, chosenLanguage),
    notes: notes.map(({ name, markdown }) => ({ name: withoutDirectionMarks(names.text(name)), markdown })),
    chapters: (showsSummary ? (outline_result ?? []) : [])
      .filter(({ start_time }) => isInside(start_time, clip))
      .map(({ start_time, topic }) => ({ start: start_time, title: withoutDirectionMarks(names.text(topic)) })),
    paragraphs: showsTranscript ? toParagraphs(segments, { clip, names }) : [],
    peaks: clipPeaks(peaks, clip, duration),
  }
}

/** Returns the title of a link without the names of its speakers. */
export function hideInTitle({ title, results }: Pick<StoredContent, 'title' | 'results'>, t: PageTexts): string {
  const { trans_result, ai_content } = parseStoredResults(results)
  const names = createHider(trans_result ?? [], parseSummaryResult(ai_content)?.markdown ?? '', t)
  return withoutDirectionMarks(names.text(title))
}

/** Number of segments that are enough to detect the language of a transcript. */
const SAMPLE_SEGMENTS = 300

const createHider = (segments: readonly Segment[], summary: string, t: PageTexts): NameHider =>
  createNameHider(
    segments.map(({ speaker }) => speaker),
    (n) => fillText(t.speaker, { n }),
    [...segments.slice(0, SAMPLE_SEGMENTS).map(({ content }) => content), summary].join('\n'),
  )

type Clip = SharedContent['clip']

const isInside = (time: Millis, clip: Clip): boolean => !clip || (time >= clip.start && time < clip.end)

function clipPeaks(peaks: Uint8Array | null, clip: Clip, duration: Millis): Uint8Array | null {
  if (!peaks || !clip || duration === 0) return peaks
  const indexOf = (time: Millis) => Math.round((time / duration) * peaks.length)
  return peaks.subarray(indexOf(clip.start), indexOf(clip.end))
}

function toParagraphs(segments: readonly Segment[], { clip, names }: { clip: Clip; names: NameHider }): Paragraph[] {
  const named = new Set(segments.map(({ speaker }) => speaker).filter((name) => name !== ''))
  const numbers = new Map([...named].map((name, index) => [name, index]))
  return segments.flatMap((segment) => {
    const part = clip ? cut(segment, clip) : { ...segment, words: segment.words ?? [] }
    if (!part) return []
    const text = withoutDirectionMarks(names.text(part.content))
    const paragraph = {
      start: part.start_time,
      end: part.end_time,
      speaker: withoutDirectionMarks(names.speaker(segment.speaker)),
      speakerIndex: numbers.get(segment.speaker) ?? -1,
      text,
      words: text === part.content ? placesOf(part) : [],
      isNotUnderstood: segment.not_understood === true,
    }
    return [paragraph]
  })
}

type Part = Pick<Segment, 'start_time' | 'end_time' | 'content'> & { words: NonNullable<Segment['words']> }

function placesOf({ start_time, content, words }: Part): Paragraph['words'] {
  const offsets = locateWords(content, words)
  return words.flatMap(([start, , text], index) => {
    const offset = offsets[index] ?? -1
    return offset < 0 ? [] : [[Math.round(start - start_time), offset, text.trim().length] as const]
  })
}

/**
 * Returns the part of a segment within the clip, or null. A segment across its edge is cut between words; without word times it is
 * left out, because nothing outside may be shown.
 */
function cut(segment: Segment, clip: NonNullable<Clip>): Part | null {
  const { start_time, end_time, content, words = [] } = segment
  if (start_time >= clip.end || end_time <= clip.start) return null
  if (start_time >= clip.start && end_time <= clip.end) return { start_time, end_time, content, words }
  if (segment.not_understood)
    return { start_time: Math.max(start_time, clip.start), end_time: Math.min(end_time, clip.end), content, words: [] }
  const offsets = locateWords(content, words)
  const inside = words.flatMap((word, index) => {
    const offset = offsets[index] ?? -1
    return offset >= 0 && word[0] >= clip.start && word[1] <= clip.end ? [{ word, offset }] : []
  })
  const [first, last] = [inside[0], inside.at(-1)]
  if (!first || !last) return null
  return {
    start_time: Math.round(first.word[0]),
    end_time: Math.round(last.word[1]),
    content: content.slice(first.offset, last.offset + last.word[2].trim().length),
    words: inside.map(({ word }) => word),
  }
}
