import { type StoredResults, parseStoredResults } from '#features/files/compute.ts'
import type { File } from '#features/files/contract.ts'
import type { Highlight, Note } from '#features/notes/contract.ts'
import { listTodosOf } from '#features/notes/compute.ts'
import { parseSummaryResult } from '#features/notes/rules.ts'
import { languageOfTranscript, speakerLabel } from '#features/transcription/compute.ts'
import type { ExportFormat, ExportOptions } from '../../rules.ts'
import type { Has } from '../availability.ts'
import { createDocument, type DocumentSources } from './createDocument.ts'
import type { ExportDocument } from './ExportDocument.ts'

/** The stored content of a recording, as plain data that can be passed to a thread. */
export type StoredRecording = {
  /** Without its results. */
  readonly file: File
  readonly results: StoredResults
  readonly has: Has
  readonly folders: readonly string[]
  readonly notes: readonly Note[]
  readonly highlights: readonly Highlight[]
  readonly audioSuffix: string
  readonly now: Date
}

/** These formats consist of markers, so they always include the highlights. */
const MARKER_FORMATS: readonly ExportFormat[] = ['otio', 'edl']

/** Returns a function that creates the document of a recording for a format, or for all formats without markers. */
export function openDocuments(stored: StoredRecording, options: ExportOptions): (format?: ExportFormat) => ExportDocument {
  const sources = toSources(stored)
  const known = new Map<boolean, ExportDocument>()
  return (format) => {
    const highlights = options.highlights || (format !== undefined && MARKER_FORMATS.includes(format))
    const document = known.get(highlights) ?? createDocument(sources, { ...options, highlights })
    known.set(highlights, document)
    return document
  }
}

function toSources({ results, ...stored }: StoredRecording): DocumentSources {
  const { notes } = stored
  const file = { ...stored.file, ...parseStoredResults(results) }
  const summary = notes.find(({ note_type }) => note_type === 'auto_sum_note')
  const foreign = parseSummaryResult(file.ai_content)?.markdown ?? ''
  const language = languageOfTranscript(file.trans_result ?? [], file.extra_data.tranConfig?.language)
  return {
    ...stored,
    file,
    todos: notes.flatMap(({ note_type, extra, note_content: markdown }) =>
      note_type === 'high_light'
        ? []
        : listTodosOf({ ...extra, markdown, content: { markdown }, ...(extra.cited && { basis: extra.cited }) }),
    ),
    foreignSummary: foreign === summary?.note_content ? '' : foreign,
    speakerLabel: speakerLabel(language),
  }
}

/** Returns the properties that decide about formats and are only known from the document. */
export const hasOf = ({ has }: StoredRecording, { todos, mindMap }: Pick<ExportDocument, 'todos' | 'mindMap'>): Has => ({
  ...has,
  todos: todos.length > 0,
  mindMap: mindMap.length > 0,
})
