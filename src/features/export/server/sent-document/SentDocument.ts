import type { StoredResults } from '#features/files/compute.ts'
import type { WrittenFormat } from '../../rules.ts'

/** What a document consists of: the transcript or the summary. */
export type SentKind = 'trans' | 'summary'

/** A document that a program sent, without its text. */
export type SentHead = {
  readonly fileId: string
  readonly kind: SentKind
  readonly format: WrittenFormat
  /** Empty for that of the recording. */
  readonly title: string
  readonly recordedAt: string | null
  readonly withSpeakers: boolean
  readonly withTimes: boolean
}

/** The request as it is read: the format as it was sent, and the text as compressed JSON; null when none was sent. */
export type ReadDocument = Omit<SentHead, 'format'> & {
  readonly format: string
  readonly text: Uint8Array | null
  /** Whether a text was sent that has nothing to write. */
  readonly isEmpty: boolean
}

/** What a thread needs to write a document. Without a text of its own it has that of the recording. */
export type WritableDocument = Omit<SentHead, 'fileId'> & {
  readonly text: Uint8Array | null
  readonly stored: StoredResults
  readonly now: Date
}
