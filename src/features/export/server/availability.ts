import type { FileRecord } from '#features/files/server.ts'
import type { Reason } from '../contract.ts'
import { type ExportFormat, type ExportOptions, formatInfo } from '../rules.ts'
import type { ExportDocument } from './document/ExportDocument.ts'

/** Returns why a recording has no file of a format; null when it has one. */
export function reasonAgainst(
  format: ExportFormat,
  row: FileRecord,
  { document, options }: { document: ExportDocument | undefined; options: ExportOptions },
): Reason | null {
  switch (formatInfo(format).needs) {
    case 'text':
      return row.has_transcript || (options.notes && row.has_summary) ? null : 'noText'
    case 'transcript':
      return row.has_transcript ? null : 'noTranscript'
    // Without the document, a recording with a summary may have them.
    case 'todos':
      return (document ? document.todos.length > 0 : row.has_summary) ? null : 'noTodos'
    case 'mindMap':
      return (document ? document.mindMap.length > 0 : row.has_summary) ? null : 'noMindMap'
    case 'audio':
      return row.sound_deleted_at ? 'noAudio' : null
  }
}
