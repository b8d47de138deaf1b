/** True when two lines say the same in nearly the same words: nine in ten of the words of both, numbers included. */
export function similarText(a: string, b: string): boolean {
  const [wordsA, wordsB] = [wordsOf(a), wordsOf(b)]
  const shared = [...wordsA].filter((word) => wordsB.has(word)).length
  const all = new Set([...wordsA, ...wordsB]).size
  return all > 0 && shared / all >= 0.9
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [text])
