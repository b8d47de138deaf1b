/** Matches the end of a sentence at the end of a text, including closing quotation marks and brackets. */
export const SENTENCE_END = /[.!?…。！？]["'”’»」』)\]]*$/u

/** A character of a script without spaces between words. */
export const UNSPACED_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
