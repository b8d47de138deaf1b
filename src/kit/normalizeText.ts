/** Characters of a text that are normalised; what comes after them is cut off. */
const LONGEST = 10_000
/** Marks on one letter, as Unicode's stream-safe text has it (UAX 15). No language writes half as many. */
const MOST_MARKS = 30
/** The two half-width signs become marks themselves under NFKC and NFKD. */
const TOO_MANY_MARKS = new RegExp(String.raw`([\p{M}\uff9e\uff9f]{${MOST_MARKS}})[\p{M}\uff9e\uff9f]+`, 'gu')

/**
 * Returns the text in one Unicode form. Normalising sorts the marks of a letter, in a time that grows with their square: text of
 * other people goes through here, where both its length and the marks in a row are limited first.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.slice(0, LONGEST).replace(TOO_MANY_MARKS, '$1').normalize(form)
