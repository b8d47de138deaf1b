import type { TreeBranch } from '#features/notes/compute.ts'
import type { Millis } from '#shared/units.ts'
import type { ExportOptions } from '../../rules.ts'

export type Word = readonly [start: Millis, end: Millis, text: string, confidence: number]

/** A paragraph of the transcript, or, depending on the options, one sentence of it. */
export type Paragraph = {
  readonly id: string
  readonly start: Millis
  readonly end: Millis
  /** Empty when speakers are left out or unknown. */
  readonly speaker: string
  readonly text: string
  /** The words with their times. Without recognised times, they share the time of the paragraph in proportion to their lengths. */
  readonly words: readonly Word[]
  /** Whether it is speech without recognised words; `text` then says so. */
  readonly isNotUnderstood: boolean
}

/** A span in which one speaker speaks. */
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

/** The input of the writers of all formats. Options have been applied: parts that are left out are empty. */
export type ExportDocument = {
  /** Empty for a file outside of any library. */
  readonly id: string
  readonly title: string
  /** Start of the recording and its time zone in hours; null when unknown. */
  readonly recorded: { readonly at: Date; readonly timezone: number } | null
  readonly duration: Millis
  /** ISO code of the spoken language; empty when unknown. */
  readonly language: string
  readonly folders: readonly string[]
  /** In the order in which they first speak. */
  readonly speakers: readonly string[]
  readonly paragraphs: readonly Paragraph[]
  readonly turns: readonly Turn[]
  readonly notes: readonly DocumentNote[]
  readonly highlights: readonly DocumentHighlight[]
  readonly todos: readonly DocumentTodo[]
  readonly chapters: readonly Chapter[]
  readonly mindMap: readonly TreeBranch[]
  /** Name of the audio file next to this one. */
  readonly audioName: string
  readonly createdAt: Date
  readonly options: ExportOptions
  /** Whether a text begins with the title and details of the recording. */
  readonly hasHeader: boolean
}
