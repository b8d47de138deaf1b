import type { Difference, SummaryCategory } from '../../../contract.ts'

/** The fixed labels of a summary document in one language. */
export type SummaryLabels = {
  readonly overview: string
  readonly keyPoints: string
  /** Heading of quoted lines. The lines of a model have the heading `keyPoints`. */
  readonly keySentences: string
  readonly decisions: string
  readonly actions: string
  readonly possibleActions: string
  readonly questionsAsked: string
  readonly openQuestions: string
  readonly chapters: string
  readonly keyphrases: string
  readonly listComma: string
  /** Between the last two of a list. */
  readonly listAnd: string
  /** Contains `{from}`, `{to}` and `{percent}`. */
  readonly covers: string
  readonly byExtractive: string
  /** Contains `{model}`. */
  readonly byModel: string
  readonly unsupported: string
  /** For an unsupported line of which is known what differs. */
  readonly differs: Readonly<Record<Difference, string>>
  /** In a section of a template for which nothing was said. */
  readonly nothingFound: string
  /** Contains `{from}` and `{to}`. */
  readonly notRead: string
  readonly nothing: string
  readonly categories: Readonly<Record<SummaryCategory, string>>
}
