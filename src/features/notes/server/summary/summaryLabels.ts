import { serverTexts } from '#platform/text/serverTexts.ts'
import type { Difference, SummaryCategory } from '../../contract.ts'

/** The fixed labels of a summary document in one language. */
export type SummaryLabels = {
  readonly overview: string
  readonly keyPoints: string
  /** Heading of quoted lines. Generated lines have the heading `keyPoints`. */
  readonly keySentences: string
  readonly decisions: string
  readonly actions: string
  readonly possibleActions: string
  readonly questionsAsked: string
  readonly openQuestions: string
  readonly chapters: string
  readonly keyphrases: string
  readonly listComma: string
  /** Separates the last two items of a list. */
  readonly listAnd: string
  /** Contains `{from}`, `{to}` and `{percent}`. */
  readonly covers: string
  readonly byExtractive: string
  /** Contains `{model}`. */
  readonly byModel: string
  readonly unsupported: string
  /** For an unsupported line whose difference is known. */
  readonly differs: Readonly<Record<Difference, string>>
  /** In a template section without content. */
  readonly nothingFound: string
  /** Contains `{from}` and `{to}`. */
  readonly notRead: string
  readonly nothing: string
  readonly categories: Readonly<Record<SummaryCategory, string>>
}

const labelsIn = serverTexts<SummaryLabels>(new URL('../texts/', import.meta.url))

/** Returns the labels for a language given as `de`, `de_DE` or `zh-Hant-HK`. Falls back to English. */
export const summaryLabelsFor = (language: string): SummaryLabels =>
  // Cantonese is mostly written in traditional characters.
  labelsIn(/^yue\b/i.test(language) ? 'zh_TW' : language)
