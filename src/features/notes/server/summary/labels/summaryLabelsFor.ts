import { eastAsianLabels } from './eastAsianLabels.ts'
import { europeanLabels } from './europeanLabels.ts'
import type { SummaryLabels } from './SummaryLabels.ts'

const labelsByLocale: Readonly<Record<string, SummaryLabels>> = { ...europeanLabels, ...eastAsianLabels }

/** Returns the labels for a language given as `de`, `de_DE` or `zh-Hant-HK`. Falls back to English. */
export function summaryLabelsFor(language: string): SummaryLabels {
  const [primary = '', ...rest] = language.toLowerCase().replaceAll('_', '-').split('-')
  // Cantonese is mostly written in traditional characters.
  const isTraditional = primary === 'yue' || (primary === 'zh' && rest.some((tag) => ['tw', 'hk', 'mo', 'hant'].includes(tag)))
  const labels =
    labelsByLocale[
      isTraditional ? 'zh_TW' : (Object.keys(labelsByLocale).find((locale) => locale.startsWith(`${primary}_`)) ?? 'en_US')
    ]
  if (!labels) throw new Error(`no summary labels for ${language}`)
  return labels
}
