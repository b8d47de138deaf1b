import { normalizeText } from '#shared/normalizeText.ts'
import { type Locale, localeFor } from '#shared/locales.ts'
import { TEMPLATE_CONTENT_MAX, type TemplateSection } from '../contract.ts'

/** Characters that are not seen or reorder others. Joiners stay, because Persian and emoji need them. */
const INVISIBLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029\v\f]/g

/** Returns instructions as they are stored: normalized, with line feeds only, without characters that cannot be seen. */
export function cleanContent(text: string): string {
  const lines = normalizeText(text.replace(LINE_BREAK, '\n'), 'NFC').split('\n')
  const cleaned = lines.map((line) => line.replaceAll('\t', ' ').replace(INVISIBLE, '').trimEnd()).join('\n')
  return cleaned.toWellFormed().trim().slice(0, TEMPLATE_CONTENT_MAX)
}

/** The reverse of `splitInstructions`. */
export const joinSections = (preamble: string, sections: readonly TemplateSection[]): string =>
  [preamble, ...sections.map(({ heading, instruction }) => `# ${heading}\n${instruction}`)].filter(Boolean).join('\n\n')

/** Returns the locale of a language that may be missing: en_US then (A§5). */
export const localeOf = (code: string | undefined): Locale => localeFor(code ?? '')

/** The language of a template as its badge: `EN`, or `EN +9` when it can be read in nine further languages. */
export function languageBadge(language: string, languages: number): string {
  const code = language.slice(0, 2).toUpperCase()
  return languages > 1 ? `${code} +${languages - 1}` : code
}
