import { normalizeText } from './normalizeText.ts'

/** Text as searches compare it: without case, accents or width, so that `cafe` finds `Café`. */
export const foldText = (text: string): string =>
  normalizeText(
    normalizeText(text, 'NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
    'NFC',
  )

/** The words of a query, folded; a text is found by it when it has every one of them. */
export const wordsOf = (query: string): string[] => foldText(query).split(/\s+/).filter(Boolean)
