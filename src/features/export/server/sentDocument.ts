import type { z } from 'zod/mini'
import type { Segment } from '#features/files/contract.ts'
import { readFullFiles, requireFile } from '#features/files/server.ts'
import { readSummary } from '#features/notes/server.ts'
import { parseSummaryResult } from '#features/notes/rules.ts'
import { languageOfTranscript, speakerLabel } from '#features/transcription/server.ts'
import type { AppContext } from '#platform/context.ts'
import type { exportContract } from '../contract.ts'
import { type ExportFormat, DEFAULT_OPTIONS, type ExportOptions, isExportFormat, formatInfo } from '../rules.ts'
import { createTranscript } from './document/createDocument.ts'
import type { ExportDocument } from './document/ExportDocument.ts'
import { LABELS } from './document/labels.ts'

/** A document that a client sent, with what was missing in it taken from the recording. */
export type SentDocument = {
  readonly title: string
  readonly recordedAt: string | null
  readonly segments: readonly Segment[]
  readonly summary: string
  readonly withSpeakers: boolean
  readonly withTimes: boolean
}

type Body = z.output<typeof exportContract.document.body>

/** Returns the format and the document of a request in the form of existing programs. Rejects with NotFound. */
export async function readSentDocument(
  ctx: AppContext,
  userId: string,
  body: Body,
): Promise<{ format: ExportFormat; document: SentDocument } | { refused: 'unknownFormat' | 'nothing' }> {
  const row = await requireFile(ctx, userId, body.file_id)
  const format = body.to_format.trim().toLowerCase()
  const needs = isExportFormat(format) ? formatInfo(format).needs : undefined
  if (!isExportFormat(format) || (needs !== 'text' && needs !== 'transcript')) return { refused: 'unknownFormat' }
  const isTranscript = body.prompt_type === 'trans'
  if (needs === 'transcript' && !isTranscript) return { refused: 'unknownFormat' }
  const segments = isTranscript ? (completeSegments(body.trans_content) ?? (await storedSegments(ctx, userId, body.file_id))) : []
  const summary = isTranscript
    ? ''
    : (parseSummaryResult(body.summary_content ?? '')?.markdown ?? (await readSummary(ctx, userId, body.file_id))?.markdown ?? '')
  if (segments.length === 0 && summary.trim() === '') return { refused: 'nothing' }
  return {
    format,
    document: {
      title: body.title.trim() || row.filename,
      recordedAt: parseLocalTime(body.create_time),
      ...{ segments, summary, withSpeakers: body.with_speaker !== 0, withTimes: body.with_timestamp !== 0 },
    },
  }
}

const storedSegments = async (ctx: AppContext, userId: string, fileId: string): Promise<Segment[]> =>
  (await readFullFiles(ctx, userId, [fileId]))[0]?.trans_result ?? []

/** Programs send segments with the fields that they know. */
function completeSegments(sent: Body['trans_content']): Segment[] | undefined {
  return sent?.map(({ id, start_time = 0, end_time = start_time, content = '', speaker = '', ...rest }, index) => ({
    ...{ id: id ?? String(index + 1), start_time, end_time, content, speaker },
    original_speaker: rest.original_speaker ?? speaker,
    ...(rest.words && { words: rest.words }),
    ...(rest.language !== undefined && { language: rest.language }),
    ...(rest.not_understood && { not_understood: true }),
  }))
}

/** Reads `YYYY-MM-DD HH:MM:SS`, which has no time zone; null for anything else. */
function parseLocalTime(text: string): string | null {
  const time = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text.trim())
  const date = time ? new Date(`${time[1]}T${time[2]}Z`) : undefined
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}

/** Returns the document for the writers. */
export function toExportDocument(sent: SentDocument, now: Date): ExportDocument {
  const options: ExportOptions = {
    ...DEFAULT_OPTIONS,
    speakers: sent.withSpeakers ? 'names' : 'none',
    times: sent.withTimes ? 'paragraphs' : 'none',
  }
  const language = languageOfTranscript(sent.segments)
  return {
    id: '',
    title: sent.title,
    recorded: sent.recordedAt === null ? null : { at: new Date(sent.recordedAt), timezone: 0 },
    duration: sent.segments.at(-1)?.end_time ?? 0,
    language,
    folders: [],
    ...createTranscript(sent.segments, { language, speakerLabel: speakerLabel(language), options }),
    notes: sent.summary ? [{ heading: LABELS[options.locale].summary, markdown: sent.summary }] : [],
    ...{ highlights: [], todos: [], chapters: [], mindMap: [] },
    audioName: '',
    createdAt: now,
    options,
    hasHeader: true,
  }
}
