/** Maximum length in characters. The rest is cut off. */
const MAX_LENGTH = 10_000
/** Maximum number of combining marks on one letter, from the stream-safe text format (UAX 15). No language needs half as many. */
const MAX_MARKS = 30
/** The two half-width signs become combining marks under NFKC and NFKD. */
const TOO_MANY_MARKS = new RegExp(String.raw`([\p{M}\uff9e\uff9f]{${MAX_MARKS}})[\p{M}\uff9e\uff9f]+`, 'gu')

/**
 * Returns the text in a Unicode normalization form. Normalizing sorts the marks of a letter in quadratic time, so text of other
 * users is normalized here, where its length and the number of consecutive marks are limited first.
 */
export const normalizeText = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  text.slice(0, MAX_LENGTH).replace(TOO_MANY_MARKS, '$1').normalize(form)
