import type { TreeBranch } from '#features/notes/compute.ts'
import type { Millis } from '#shared/units.ts'
import type { ExportOptions } from '../../rules.ts'

export type Word = readonly [start: Millis, end: Millis, text: string, confidence: number]

/** A paragraph of the transcript, or one sentence of it when the options say so. */
export type Paragraph = {
  readonly id: string
  readonly start: Millis
  readonly end: Millis
  /** Empty when speakers are left out or not known. */
  readonly speaker: string
  readonly text: string
  /** The words with their times. They share the time of the paragraph by their length when no times were recognized. */
  readonly words: readonly Word[]
  /** Speech without recognized words; `text` says so. */
  readonly isNotUnderstood: boolean
}

/** A time in which one speaker speaks. */
export type Turn = { readonly start: Millis; readonly end: Millis; readonly speaker: string }

/** The summary or a note, as Markdown. */
export type DocumentNote = { readonly heading: string; readonly markdown: string }

export type DocumentHighlight = { readonly start: Millis; readonly end: Millis; readonly text: string; readonly comment: string }

export type DocumentTodo = {
  readonly id: string
  readonly text: string
  readonly owner: string | null
  readonly due: string | null
  readonly start: Millis | null
  readonly isDone: boolean
}

export type Chapter = { readonly start: Millis; readonly end: Millis; readonly title: string }

/** What the writers of all formats read. The options have been applied: what was left out is empty. */
export type ExportDocument = {
  /** Empty for a file that is in no library. */
  readonly id: string
  readonly title: string
  /** When the recording began, and its time zone in hours; null when it is not known. */
  readonly recorded: { readonly at: Date; readonly timezone: number } | null
  readonly duration: Millis
  /** ISO code of what is spoken; empty when it is not known. */
  readonly language: string
  readonly folders: readonly string[]
  /** In the order in which they speak first. */
  readonly speakers: readonly string[]
  readonly paragraphs: readonly Paragraph[]
  readonly turns: readonly Turn[]
  readonly notes: readonly DocumentNote[]
  readonly highlights: readonly DocumentHighlight[]
  readonly todos: readonly DocumentTodo[]
  readonly chapters: readonly Chapter[]
  readonly mindMap: readonly TreeBranch[]
  /** Name of the audio file beside this one. */
  readonly audioName: string
  readonly createdAt: Date
  readonly options: ExportOptions
  /** Whether a text begins with the title and the facts of the recording. */
  readonly hasHeader: boolean
}
