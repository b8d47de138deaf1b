/** Returns the share of common words, numbers included, in two texts: 0 to 1. A Chinese character counts as a word. */
export const wordOverlap = (a: string, b: string): number => shareOfWords(toWordSet(a), toWordSet(b))

/** Returns the share of words that two sets have in common. */
export function shareOfWords(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const word of a) if (b.has(word)) shared++
  return shared / (a.size + b.size - shared)
}

/** Returns the words of a text. A text without words counts as one word. */
export const toWordSet = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu) ?? [text])
