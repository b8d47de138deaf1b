import type { Millis } from '#shared/units.ts'

type Word = [startMs: Millis, endMs: Millis, text: string, confidence: number]

/** Scripts without spaces between words. */
const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Above this product of lengths, words are compared from both ends only. */
const MAX_COMPARISONS = 1_000_000

/** The words of a text that people changed, within the time of their segment. */
export type TimedText = { readonly words: readonly Word[]; readonly start: Millis; readonly end: Millis }

/**
 * Returns the words of a changed text. Words that were there before keep their times and confidence; new words share the time of the
 * words that they replace, or the gap between their neighbours. A person is certain: new words have the confidence 1.
 */
export function retimeWords({ words: before, start, end }: TimedText, content: string): Word[] {
  const oldTexts = before.map(([, , text]) => text.trim())
  const texts = UNSPACED_SCRIPT.test(content) ? splitUnspaced(content.trim(), oldTexts) : splitAtSpaces(content)
  const kept = matchWords(oldTexts, texts)
  const after: Word[] = []
  let [text, word] = [0, 0]
  for (const [keptWord, keptText] of [...kept, [before.length, texts.length] as const]) {
    const replaced = before.slice(word, keptWord)
    const from = Math.max(after.at(-1)?.[1] ?? start, replaced[0]?.[0] ?? 0)
    const limit = before[keptWord]?.[0] ?? end
    const to = Math.max(from, Math.min(limit, replaced.at(-1)?.[1] ?? limit))
    after.push(...spread(texts.slice(text, keptText), from, to))
    if (keptWord < before.length) after.push([...before[keptWord]!.slice(0, 2), texts[keptText]!, before[keptWord]![3]] as Word)
    ;[text, word] = [keptText + 1, keptWord + 1]
  }
  return after
}

const splitAtSpaces = (content: string): string[] => content.split(/\s+/u).filter((text) => text !== '')

/** Returns the old words at the beginning and at the end of the text, and what is between them as words of its own. */
function splitUnspaced(content: string, oldTexts: readonly string[]): string[] {
  const [head, tail]: [string[], string[]] = [[], []]
  let [from, to] = [0, content.length]
  for (const text of oldTexts) {
    while (/\s/u.test(content[from] ?? '')) from++
    if (text === '' || !content.startsWith(text, from)) break
    head.push(text)
    from += text.length
  }
  for (const text of oldTexts.slice(head.length).toReversed()) {
    while (to > from && /\s/u.test(content[to - 1]!)) to--
    if (text === '' || to - text.length < from || !content.startsWith(text, to - text.length)) break
    tail.unshift(text)
    to -= text.length
  }
  return [...head, ...splitAtSpaces(content.slice(from, to)), ...tail]
}

function spread(texts: readonly string[], from: Millis, to: Millis): Word[] {
  const total = texts.reduce((sum, text) => sum + text.length, 0)
  let at = from
  return texts.map((text) => {
    const start = at
    at += ((to - from) * text.length) / Math.max(1, total)
    return [Math.round(start), Math.round(at), text, 1]
  })
}

/** Returns the pairs of equal words that keep the most words, as indices in both lists, in order. */
export function matchWords(before: readonly string[], after: readonly string[]): [number, number][] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++
  const middle = longestCommon(before.slice(head, before.length - tail), after.slice(head, after.length - tail))
  return [
    ...Array.from({ length: head }, (_, index): [number, number] => [index, index]),
    ...middle.map(([a, b]): [number, number] => [a + head, b + head]),
    ...Array.from({ length: tail }, (_, index): [number, number] => [before.length - tail + index, after.length - tail + index]),
  ]
}

function longestCommon(a: readonly string[], b: readonly string[]): [number, number][] {
  if (a.length * b.length > MAX_COMPARISONS) return []
  const width = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!)
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) pairs.push([i++, j++])
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++
    else j++
  }
  return pairs
}
