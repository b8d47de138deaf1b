/** F1 score of a text against a reference: for words, pairs of words, and the longest common subsequence. */
export type Rouge = { readonly one: number; readonly two: number; readonly l: number }

export function computeRouge(text: string, reference: string): Rouge {
  const [said, wanted] = [wordsOf(text), wordsOf(reference)]
  return {
    one: f1(overlap(said, wanted), said.length, wanted.length),
    two: f1(overlap(pairsOf(said), pairsOf(wanted)), said.length - 1, wanted.length - 1),
    l: f1(longestCommon(said, wanted), said.length, wanted.length),
  }
}

/** Returns the words in lower case. A Chinese, Japanese or Korean character counts as a word. */
export const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{N}]+/gu) ?? []

const pairsOf = (words: readonly string[]): string[] => words.slice(1).map((word, index) => `${words[index] ?? ''} ${word}`)

function overlap(a: readonly string[], b: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1)
  let shared = 0
  for (const word of a) {
    const count = left.get(word) ?? 0
    if (count > 0) shared += 1
    left.set(word, count - 1)
  }
  return shared
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  let previous = new Uint16Array(b.length + 1)
  for (const word of a) {
    const next = new Uint16Array(b.length + 1)
    b.forEach((other, index) => {
      next[index + 1] = word === other ? (previous[index] ?? 0) + 1 : Math.max(previous[index + 1] ?? 0, next[index] ?? 0)
    })
    previous = next
  }
  return previous[b.length] ?? 0
}

function f1(shared: number, said: number, wanted: number): number {
  if (shared === 0 || said <= 0 || wanted <= 0) return 0
  const [precision, recall] = [shared / said, shared / wanted]
  return (2 * precision * recall) / (precision + recall)
}
