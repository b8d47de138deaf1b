/** Control characters, marks that turn the reading direction, invisible marks and the tag characters. */
const UNSEEN = /(?![\t\n\r])[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu
const TAG = /<\/?[a-z!?][^<>]*>/gi
const IMAGE = /!\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g
const LINK = /\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/g
/** What a Markdown reader turns into a link by itself, and schemes that carry a program. */
const ADDRESS = /(?:https?|ftp):\/\/|\b(?:javascript|data|vbscript|file):(?=\S)|\bwww\.(?=\S)/gi
/** Taking something out can make a new whole of what stood around it; nobody says anything nested deeper than this. */
const MOST_ROUNDS = 10

/**
 * Text of a transcript or a model as words on one line, with nothing that acts: no tags, no images, links left as
 * their words, addresses without the scheme that would make them clickable, no reversed or invisible characters.
 */
export function plainText(text: string): string {
  let plain = text.replace(UNSEEN, '')
  for (let round = 0, before = ''; before !== plain; round++) {
    before = plain
    if (round === MOST_ROUNDS) plain = plain.replace(/[<>[\]:]/g, ' ')
    plain = plain.replace(TAG, ' ').replace(IMAGE, ' ').replace(LINK, '$1').replace(ADDRESS, '')
  }
  return plain.replace(/\s+/gu, ' ').trim()
}
