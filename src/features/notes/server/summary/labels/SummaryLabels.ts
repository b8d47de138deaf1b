import type { SummaryCategory } from '../../../contract.ts'

/** The fixed labels of a summary document in one language. */
export type SummaryLabels = {
  readonly overview: string
  readonly keyPoints: string
  /** Heading of quoted lines. The lines of a model have the heading `keyPoints`. */
  readonly highlights: string
  readonly actions: string
  readonly possibleActions: string
  readonly keyphrases: string
  readonly listComma: string
  /** Contains `{from}`, `{to}` and `{percent}`. */
  readonly covers: string
  readonly byExtractive: string
  /** Contains `{model}`. */
  readonly byModel: string
  readonly unsupported: string
  readonly nothing: string
  readonly categories: Readonly<Record<SummaryCategory, string>>
}
