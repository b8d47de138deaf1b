import { escapeMarkdown } from '#shared/markdown/escapeMarkdown.ts'

/** Control characters, characters that change the text direction, invisible characters and tag characters. */
const INVISIBLE_CHARACTERS =
  /(?![\t\n\r])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu
const TAG = /<\/?[a-z!?][^<>]*>/gi
const IMAGE = /!\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g
const LINK = /\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g
/** Addresses that Markdown renderers turn into links automatically, and schemes that can run code. */
const ADDRESS = /(?:https?|ftp):\/\/|\b(?:javascript|data|vbscript|file):(?=\S)|\bwww\.(?=\S)/gi
/** Removing a match can join the text around it into a new match, so removal is repeated. Real speech never nests this deep. */
const MAX_ROUNDS = 10

/**
 * Returns text of a transcript or a model as harmless plain text on one line. Removes tags, images, the schemes of addresses and
 * characters that are invisible or change the text direction. Links are replaced by their text.
 */
export function toPlainText(text: string): string {
  let plain = text.replace(INVISIBLE_CHARACTERS, '')
  for (let round = 0, previous = ''; previous !== plain; round++) {
    previous = plain
    if (round === MAX_ROUNDS) plain = plain.replace(/[<>[\]:]/g, ' ')
    plain = plain.replace(TAG, ' ').replace(IMAGE, ' ').replace(LINK, '$1').replace(ADDRESS, '')
  }
  return plain.replace(/\s+/gu, ' ').trim()
}

/**
 * Returns text of a transcript or a model as Markdown that renders as exactly these words, wherever it is placed on a line. Every & is
 * escaped, as in all stored texts, so that names and quotes are found in them.
 */
export const escapePlainText = (text: string): string => escapeMarkdown(toPlainText(text)).replaceAll(/(?<!\\)&/g, String.raw`\&`)
