import { normalizeText } from './normalizeText.ts'

/** Characters of a name as it was typed or pasted, before it is made plain; schemas refuse more first. */
export const TYPED_NAME_MAX = 10_000

/** Whatever ends a line, tabs too: there is a word on either side of it. */
const BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
/**
 * Controls, marks that turn the direction of what follows or shut it off, and what stands for nothing. Joiners stay, which Persian
 * and emoji are written with, and so do the marks that only say which way their neighbours go (U+200E, U+200F).
 */
const HARMFUL = /[\p{Cc}\u202a-\u202e\u2066-\u206f\ufeff]/gu
/** Something one can see. */
const SEEN = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}]/u

/**
 * A name somebody chose, as it is kept and shown, for one line of any screen, letter or disk: in one spelling (NFC), on one line,
 * nothing in it that hides or rearranges what stands beside it. Empty where nothing can be seen.
 */
export function plainName(name: string): string {
  const plain = normalizeText(name.replace(BREAKS, ' ').replace(HARMFUL, ''), 'NFC').trim()
  return SEEN.test(plain) ? plain : ''
}
