import { serverTexts } from '#platform/text/serverTexts.ts'

/** The headings and column names of exported documents. */
export type Labels = {
  readonly summary: string
  readonly transcript: string
  readonly highlights: string
  readonly start: string
  readonly end: string
  readonly speaker: string
  readonly text: string
  readonly comment: string
  readonly length: string
  readonly speakers: string
  readonly folders: string
  readonly notFound: string
  /** Heading of sections that were stored without one. */
  readonly more: string
  /** Precedes the names of files that are missing from an archive. */
  readonly tooLarge: string
  /** Note at the end of a PDF in which some characters are replaced by boxes. */
  readonly boxes: string
}

export const labelsIn = serverTexts<Labels>(new URL('../texts/', import.meta.url))
