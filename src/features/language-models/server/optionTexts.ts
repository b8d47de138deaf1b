import { serverTexts } from '#platform/text/serverTexts.ts'

/** Parts of a summary, in the order in which they are shown. */
export const DIMENSIONS = ['overview', 'points', 'decisions', 'actions', 'questions', 'chapters'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** The texts of the choices that the server describes, in one language. */
type OptionTexts = {
  readonly auto: string
  /** With a language model, whose name replaces `{name}`. */
  readonly autoHint: string
  /** Without one: nothing is written, the summary is selected from the transcript. */
  readonly wordsHint: string
  readonly inner: string
  readonly outer: string
  readonly dimensions: Readonly<Record<Dimension, string>>
}

export const optionTextsFor = serverTexts<OptionTexts>(new URL('./texts/', import.meta.url))
