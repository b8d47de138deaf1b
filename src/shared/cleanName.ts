import { normalizeText } from './normalizeText.ts'

/** Maximum length of a name as typed or pasted, before it is cleaned. Schemas refuse longer names first. */
export const MAX_TYPED_NAME = 10_000

/** Line breaks and tabs. They separate words, so they become a space. */
const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/**
 * Control characters, direction overrides and isolates, and invisible format characters. Joiners stay because Persian and emoji
 * need them, and so do the implicit direction marks (U+200E, U+200F).
 */
const INVISIBLE_CHARACTERS = /[\p{Cc}\u202a-\u202e\u2066-\u206f\ufeff]/gu
/** A visible character. */
const VISIBLE_CHARACTER = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u

/**
 * Returns a user-chosen name as it is stored and shown: normalized (NFC), on one line, without characters that hide or reorder
 * the text next to it. Returns an empty string when nothing in it is visible.
 */
export function cleanName(name: string): string {
  const cleaned = normalizeText(name.replace(LINE_BREAKS, ' ').replace(INVISIBLE_CHARACTERS, ''), 'NFC').trim()
  return VISIBLE_CHARACTER.test(cleaned) ? cleaned : ''
}
