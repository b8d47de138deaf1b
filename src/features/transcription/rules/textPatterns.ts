/** The end of a sentence at the end of a text, with quotation marks and brackets that close it. */
export const SENTENCE_END = /[.!?…。！？]["'”’»」』)\]]*$/u

/** A character of a script without spaces between words. */
export const UNSPACED_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
