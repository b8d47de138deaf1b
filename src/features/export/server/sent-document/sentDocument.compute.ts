import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { parseStoredResults } from '#features/files/compute.ts'
import type { Segment } from '#features/files/contract.ts'
import { parseSummaryResult } from '#features/notes/rules.ts'
import { languageOfTranscript, speakerLabel } from '#features/transcription/compute.ts'
import { Invalid, InvalidJson } from '#platform/http/errors.ts'
import { parseInput, parseJson } from '#platform/http/parseInput.ts'
import { exportContract } from '../../contract.ts'
import { DEFAULT_OPTIONS, type ExportOptions } from '../../rules.ts'
import { createTranscript } from '../document/createDocument.ts'
import type { ExportDocument } from '../document/ExportDocument.ts'
import { labelsIn } from '../document/labels.ts'
import { writeFormat } from '../formats/writers.ts'
import type { ReadDocument, WritableDocument } from './SentDocument.ts'

/** Why a body is not a valid document. */
export type InvalidBody = { readonly invalid: Pick<Invalid, 'field' | 'message' | 'reason'> | 'json' }

/** Parses a request body in the format of existing programs. */
export function parseDocument(body: Uint8Array): ReadDocument | InvalidBody {
  try {
    const sent = parseInput('body', exportContract.document.body, parseJson(Buffer.from(body).toString()))
    const text = sent.prompt_type === 'trans' ? completeSegments(sent.trans_content) : readMarkdown(sent.summary_content)
    return {
      fileId: sent.file_id,
      kind: sent.prompt_type,
      format: sent.to_format.trim().toLowerCase(),
      title: sent.title.trim(),
      recordedAt: parseLocalTime(sent.create_time),
      withSpeakers: sent.with_speaker !== 0,
      withTimes: sent.with_timestamp !== 0,
      text: text === undefined ? null : zstdCompressSync(JSON.stringify(text)),
      isEmpty: typeof text === 'string' ? text.trim() === '' : text?.length === 0,
    }
  } catch (error) {
    if (error instanceof InvalidJson) return { invalid: 'json' }
    if (error instanceof Invalid) return { invalid: { field: error.field, message: error.message, reason: error.reason } }
    throw error
  }
}

type Body = ReturnType<typeof parseInput<typeof exportContract.document.body>>

/** Completes segments, because programs only send the fields they support. Undefined means those of the recording. */
const completeSegments = (sent: Body['trans_content']): Segment[] | undefined =>
  sent?.map(({ id, start_time = 0, end_time = start_time, content = '', speaker = '', ...rest }, index) => ({
    id: id ?? String(index + 1),
    start_time,
    end_time,
    content,
    speaker,
    original_speaker: rest.original_speaker ?? speaker,
    ...(rest.words && { words: rest.words }),
    ...(rest.language !== undefined && { language: rest.language }),
    ...(rest.not_understood && { not_understood: true }),
  }))

const readMarkdown = (sent: Body['summary_content']): string | undefined => parseSummaryResult(sent ?? '')?.markdown

/** Parses `YYYY-MM-DD HH:MM:SS`, which has no time zone; null for anything else. */
function parseLocalTime(text: string): string | null {
  const time = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text.trim())
  const date = time ? new Date(`${time[1]}T${time[2]}Z`) : undefined
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}

/** Returns the file of a document, or null when it has no text. */
export async function writeDocument(document: WritableDocument): Promise<Uint8Array | null> {
  const { kind, text } = document
  const own: unknown = text && JSON.parse(zstdDecompressSync(text).toString('utf8'))
  const stored = parseStoredResults(document.stored)
  const segments = kind === 'trans' ? ((own as Segment[] | null) ?? stored.trans_result ?? []) : []
  const summary = kind === 'trans' ? '' : ((own as string | null) ?? readMarkdown(stored.ai_content) ?? '')
  if (segments.length === 0 && summary.trim() === '') return null
  return writeFormat(toExportDocument(document, segments, summary), document.format)
}

function toExportDocument(sent: WritableDocument, segments: readonly Segment[], summary: string): ExportDocument {
  const options: ExportOptions = {
    ...DEFAULT_OPTIONS,
    speakers: sent.withSpeakers ? 'names' : 'none',
    times: sent.withTimes ? 'paragraphs' : 'none',
  }
  const language = languageOfTranscript(segments)
  return {
    id: '',
    title: sent.title,
    recorded: sent.recordedAt === null ? null : { at: new Date(sent.recordedAt), timezone: 0 },
    duration: segments.at(-1)?.end_time ?? 0,
    language,
    folders: [],
    ...createTranscript(segments, { language, speakerLabel: speakerLabel(language), options }),
    notes: summary ? [{ heading: labelsIn(options.locale).summary, markdown: summary }] : [],
    highlights: [],
    todos: [],
    chapters: [],
    mindMap: [],
    audioName: '',
    createdAt: sent.now,
    options,
    hasHeader: true,
  }
}
