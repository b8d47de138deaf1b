import type { StoredResults } from '#features/files/compute.ts'
import type { WrittenFormat } from '../../rules.ts'

/** The content of a document: the transcript or the summary. */
export type SentKind = 'trans' | 'summary'

/** An uploaded document without its text. */
export type SentHead = {
  readonly fileId: string
  readonly kind: SentKind
  readonly format: WrittenFormat
  /** Empty for the title of the recording. */
  readonly title: string
  readonly recordedAt: string | null
  readonly withSpeakers: boolean
  readonly withTimes: boolean
}

/** A parsed request: the format as sent, and the text as compressed JSON, or null when none was sent. */
export type ReadDocument = Omit<SentHead, 'format'> & {
  readonly format: string
  readonly text: Uint8Array | null
  /** Whether an empty text was sent. */
  readonly isEmpty: boolean
}

/** The input of a thread that writes a document. Without its own text, it has that of the recording. */
export type WritableDocument = Omit<SentHead, 'fileId'> & {
  readonly text: Uint8Array | null
  readonly stored: StoredResults
  readonly now: Date
}
