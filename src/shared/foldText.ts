import { normalizeText } from './normalizeText.ts'

/** Returns text for search comparison: without case, accents or width, so that `cafe` finds `Café`. */
export const foldText = (text: string): string =>
  normalizeText(
    normalizeText(text, 'NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
    'NFC',
  )

/** Returns the folded words of a query. A text matches when it contains all of them. */
export const foldedWords = (query: string): string[] => foldText(query).split(/\s+/).filter(Boolean)
