import type { SummaryCategory } from '../../contract.ts'

/** The words of a summary document that are ours and not the recording's. */
export type SummaryWords = {
  readonly keyPoints: string
  /** For lines picked word for word; a model's lines are `keyPoints`. */
  readonly highlights: string
  readonly actions: string
  readonly possibleActions: string
  readonly keyphrases: string
  readonly listComma: string
  /** With `{from}`, `{to}` and `{percent}`. */
  readonly covers: string
  readonly byExtractive: string
  /** With `{model}`. */
  readonly byModel: string
  readonly unsupported: string
  readonly nothing: string
  readonly categories: Readonly<Record<SummaryCategory, string>>
}
