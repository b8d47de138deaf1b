import type { Locale } from '#shared/locales.ts'
import type { Millis } from '#shared/units.ts'
import { readAccountProfile } from '#features/account/server.ts'
import type { Segment } from '#features/files/contract.ts'
import { readFullFiles, readPeaks } from '#features/files/server.ts'
import { readNotes } from '#features/notes/server.ts'
import { parseSummaryResult } from '#features/notes/rules.ts'
import { locateWords } from '#features/transcription/rules.ts'
import { languageOfTranscript } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { clipOf, type Shared } from '../findShared.ts'
import { createNameHider, KEEPS_NAMES, type NameHider } from './hideNames.ts'
import { withoutDirectionMarks } from './html.ts'
import { fill, textsOf } from './texts.ts'

/** A paragraph of the transcript. `words` are [start in ms from that of the paragraph, offset, length] of each word. */
export type Paragraph = {
  readonly start: Millis
  readonly end: Millis
  readonly speaker: string
  /** The number of the speaker from 0, for a colour. -1 without a name. */
  readonly speakerIndex: number
  readonly text: string
  readonly words: readonly (readonly [number, number, number])[]
  readonly isNotUnderstood: boolean
}

/** What a link shows. Names are replaced, and passages outside of the clip are left out. */
export type SharedContent = {
  readonly title: string
  readonly ownerName: string
  readonly recordedAt: Date
  /** Hours from UTC where it was recorded. */
  readonly timezone: number
  readonly duration: Millis
  readonly language: string
  readonly clip: { readonly start: Millis; readonly end: Millis } | null
  readonly expiresAt: Date | null
  /** Markdown as the owner sees it. It is rendered with `names` and `clip`. */
  readonly summary: string
  readonly notes: readonly { readonly name: string; readonly markdown: string }[]
  readonly fileTitle: string
  readonly chapters: readonly { readonly start: Millis; readonly title: string }[]
  readonly paragraphs: readonly Paragraph[]
  readonly peaks: Uint8Array | null
  readonly hasAudio: boolean
  readonly names: NameHider
}

/** Reads everything that a link shows, and nothing else. Rejects with NotFound when the recording was deleted meanwhile. */
export async function readContent(ctx: AppContext, { link, file: row }: Shared, locale: Locale): Promise<SharedContent> {
  const [file] = await readFullFiles(ctx, link.user_id, [link.file_id])
  if (!file) throw new NotFound()
  const clip = clipOf(link)
  const segments = file.trans_result ?? []
  const speakers = segments.map(({ speaker }) => speaker)
  const names = link.hides_names ? createNameHider(speakers, (n) => fill(textsOf(locale).speaker, { n })) : KEEPS_NAMES
  const { nickname, isNicknameDerived } = await readAccountProfile(ctx, link.user_id)
  const hasAudio = link.shows_audio && row.sound_deleted_at === null
  const shownNotes = link.note_ids.length > 0 ? await readNotes(ctx, link.user_id, link.file_id) : []
  return {
    title: withoutDirectionMarks(names.text(row.filename)),
    // The owner may be one of the speakers.
    ownerName: link.hides_names || isNicknameDerived ? '' : withoutDirectionMarks(nickname),
    recordedAt: row.start_time,
    timezone: row.timezone,
    duration: row.duration_ms,
    language: languageOfTranscript(segments, file.extra_data.tranConfig?.language),
    clip,
    expiresAt: link.expires_at,
    summary: link.shows_summary ? (parseSummaryResult(file.ai_content)?.markdown ?? '') : '',
    notes: shownNotes
      .filter(({ note_id, note_type }) => note_type !== 'auto_sum_note' && link.note_ids.includes(note_id))
      .map(({ note_tab_name, note_content, note_type }) => ({
        name: note_type === 'high_light' ? '' : withoutDirectionMarks(names.text(note_tab_name)),
        markdown: note_content,
      })),
    fileTitle: row.filename,
    chapters: (link.shows_summary ? (file.outline_result ?? []) : [])
      .filter(({ start_time }) => isInside(start_time, clip))
      .map(({ start_time, topic }) => ({ start: start_time, title: withoutDirectionMarks(names.text(topic)) })),
    paragraphs: link.shows_transcript ? toParagraphs(segments, { clip, names }) : [],
    peaks: hasAudio ? clipPeaks(await readPeaks(ctx, link.user_id, link.file_id), clip, row.duration_ms) : null,
    hasAudio,
    names,
  }
}

type Clip = SharedContent['clip']

const isInside = (time: Millis, clip: Clip): boolean => !clip || (time >= clip.start && time < clip.end)

function clipPeaks(peaks: Uint8Array | null, clip: Clip, duration: Millis): Uint8Array | null {
  if (!peaks || !clip || duration === 0) return peaks
  const indexOf = (time: Millis) => Math.round((time / duration) * peaks.length)
  return peaks.subarray(indexOf(clip.start), indexOf(clip.end))
}

function toParagraphs(segments: readonly Segment[], { clip, names }: { clip: Clip; names: NameHider }): Paragraph[] {
  const speakers = [...new Set(segments.map(({ speaker }) => speaker).filter((name) => name !== ''))]
  return segments.flatMap((segment) => {
    const part = clip ? cut(segment, clip) : { ...segment, words: segment.words ?? [] }
    if (!part) return []
    const text = withoutDirectionMarks(names.text(part.content))
    const paragraph = {
      start: part.start_time,
      end: part.end_time,
      speaker: withoutDirectionMarks(names.speaker(segment.speaker)),
      speakerIndex: speakers.indexOf(segment.speaker),
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
 * Returns what of a segment was said in the clip, or null. A segment across its edge is cut at its words; without the times of its
 * words it is left out, because nothing from outside may be shown.
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
