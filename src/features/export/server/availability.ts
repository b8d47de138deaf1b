import type { FileRecord } from '#features/files/server.ts'
import type { Reason } from '../contract.ts'
import { type ExportFormat, type ExportOptions, formatInfo } from '../rules.ts'

/** The content of a recording. Without to-dos and mind map, a recording with a summary may still have them. */
export type Has = {
  readonly transcript: boolean
  readonly summary: boolean
  readonly audio: boolean
  readonly todos?: boolean
  readonly mindMap?: boolean
}

export const hasOfRow = (row: Pick<FileRecord, 'has_transcript' | 'has_summary' | 'sound_deleted_at'>): Has => ({
  transcript: row.has_transcript,
  summary: row.has_summary,
  audio: row.sound_deleted_at === null,
})

/** Returns why a format is not available for a recording; null when it is. */
export function reasonAgainst(format: ExportFormat, has: Has, options: Pick<ExportOptions, 'notes'>): Reason | null {
  switch (formatInfo(format).needs) {
    case 'text':
      return has.transcript || (options.notes && has.summary) ? null : 'noText'
    case 'transcript':
      return has.transcript ? null : 'noTranscript'
    case 'todos':
      return (has.todos ?? has.summary) ? null : 'noTodos'
    case 'mindMap':
      return (has.mindMap ?? has.summary) ? null : 'noMindMap'
    case 'audio':
      return has.audio ? null : 'noAudio'
  }
}
