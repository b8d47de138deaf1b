/** Returns the share of the words of two texts, numbers included, that both have: 0 to 1. A Chinese character counts as a word. */
export function wordOverlap(a: string, b: string): number {
  const [wordsA, wordsB] = [toWordSet(a), toWordSet(b)]
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length
  return shared / new Set([...wordsA, ...wordsB]).size
}

/** A text without words is one word. */
const toWordSet = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{M}\p{N}])+/gu) ?? [text])
