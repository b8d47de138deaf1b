import { eastAsianWords } from './eastAsianWords.ts'
import { europeanWords } from './europeanWords.ts'
import type { SummaryWords } from './summaryWordTable.ts'

const tables: Readonly<Record<string, SummaryWords>> = { ...europeanWords, ...eastAsianWords }

/** Returns the labels for a language given as `de`, `de_DE` or `zh-Hant-HK`. Falls back to English. */
export function summaryWords(language: string): SummaryWords {
  const [primary = '', ...rest] = language.toLowerCase().replaceAll('_', '-').split('-')
  const traditional = primary === 'zh' && rest.some((tag) => ['tw', 'hk', 'mo', 'hant'].includes(tag))
  const words =
    tables[traditional ? 'zh_TW' : (Object.keys(tables).find((locale) => locale.startsWith(`${primary}_`)) ?? 'en_US')]
  if (!words) throw new Error(`no summary words for ${language}`)
  return words
}
