import type { SummaryChapter } from '../../../contract.ts'
import { type Millis, minutes, seconds } from '#shared/units.ts'
import { toPlainText } from '../plainText.ts'
import type { Sentence } from './extractSentences.ts'
import { createChapterTitles } from './titles/chapterTitles.ts'
import type { Reading } from './readTranscript.ts'

/** A shorter recording has no chapters. */
const MIN_DURATION: Millis = minutes(5)
const MIN_SENTENCES = 24
/** Number of words on each side of a boundary that are compared. */
const WINDOW_WORDS = 160
const MIN_WINDOW_WORDS = 80
const LONG_PAUSE: Millis = seconds(2)

/**
 * Returns the chapters of a recording. A chapter ends where the words after a sentence have little in common with those before it
 * (TextTiling). Boundaries are at the beginnings of paragraphs if possible. The number of chapters grows with the square root of
 * the duration: three for ten minutes, seven for fifty.
 */
export function findChapters(reading: Reading): SummaryChapter[] {
  const { sentences, duration } = reading
  if (duration < MIN_DURATION || sentences.length < MIN_SENTENCES) return []
  const starts = [0, ...findBoundaries(reading)]
  const parts = starts.map((start, index) => sentences.slice(start, starts[index + 1]))
  const titles = createChapterTitles(parts, reading)
  return parts.flatMap((part, index) => {
    const startTime = index === 0 ? 0 : (part[0]?.start ?? 0)
    const endTime = parts[index + 1]?.[0]?.start ?? duration
    const title = toPlainText(titles[index] ?? '')
    return title === '' ? [] : [{ start_time: Math.round(startTime), end_time: Math.round(endTime), title }]
  })
}

/** Returns the indexes of the first sentences of all chapters but the first. */
function findBoundaries({ sentences, weights, duration }: Reading): number[] {
  const count = Math.max(2, Math.round(Math.sqrt(duration / minutes(1)))) - 1
  const minLength = Math.min(minutes(5), Math.max(seconds(60), duration / 16))
  const depths = toDepths(cohesions(sentences, weights.rarity))
  const scores = depths.map((depth, index) => depth + boundaryBonus(sentences, index))
  const mean = scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
  const candidates = scores
    .map((score, index) => ({ score, index }))
    .filter(({ score, index }) => index > 0 && score > mean)
    .sort((a, b) => b.score - a.score || a.index - b.index)
  const chosen: number[] = []
  for (const { index } of candidates) {
    if (chosen.length >= count) break
    const time = sentences[index]?.start ?? 0
    const others = [0, duration, ...chosen.map((other) => sentences[other]?.start ?? 0)]
    if (others.every((other) => Math.abs(other - time) >= minLength)) chosen.push(index)
  }
  return chosen.sort((a, b) => a - b)
}

/** Returns for each sentence the similarity of the words before and from it on, from 0 to 1. Undefined near both ends. */
function cohesions(sentences: readonly Sentence[], rarity: (term: string) => number): (number | undefined)[] {
  const before = new TermWindow(rarity)
  const after = new TermWindow(rarity)
  let [first, end] = [0, 0]
  return sentences.map((_, index) => {
    const previous = sentences[index - 1]
    if (previous) {
      after.add(previous, -1)
      before.add(previous, 1)
    }
    for (let next = sentences[end]; next && (after.words < WINDOW_WORDS || end <= index); next = sentences[++end])
      after.add(next, 1)
    for (let oldest = sentences[first]; oldest && before.words - oldest.length > WINDOW_WORDS; oldest = sentences[++first])
      before.add(oldest, -1)
    // Near both ends there is too little to compare.
    return Math.min(before.words, after.words) < MIN_WINDOW_WORDS ? undefined : before.similarityTo(after)
  })
}

/** The terms of the sentences in a window. */
class TermWindow {
  words = 0
  readonly #counts = new Map<string, number>()
  readonly #rarity: (term: string) => number
  constructor(rarity: (term: string) => number) {
    this.#rarity = rarity
  }

  add({ terms, length }: Sentence, sign: 1 | -1): void {
    this.words += sign * length
    for (const [term, count] of terms) {
      const next = (this.#counts.get(term) ?? 0) + sign * count
      if (next > 0) this.#counts.set(term, next)
      else this.#counts.delete(term)
    }
  }

  similarityTo(other: TermWindow): number {
    let dot = 0
    for (const [term, count] of this.#counts) {
      const otherCount = other.#counts.get(term)
      if (otherCount !== undefined) dot += Math.sqrt(count * otherCount) * this.#rarity(term) ** 2
    }
    return dot / (this.#norm() * other.#norm() || 1)
  }

  #norm(): number {
    let sum = 0
    for (const [term, count] of this.#counts) sum += count * this.#rarity(term) ** 2
    return Math.sqrt(sum)
  }
}

/** Returns the depth of the similarity at each position relative to the nearest peaks on both sides. */
function toDepths(similarities: readonly (number | undefined)[]): number[] {
  const before = climb(similarities)
  const after = climb(similarities.toReversed()).toReversed()
  return similarities.map((value, index) => (value === undefined ? -1 : before[index]! - value + (after[index]! - value)))
}

/** Returns for each position the height reached by climbing towards the beginning. */
function climb(heights: readonly (number | undefined)[]): number[] {
  const peaks: number[] = []
  for (const [index, height = 0] of heights.entries()) {
    const previous = heights[index - 1] ?? -1
    peaks.push(previous >= height ? peaks[index - 1]! : height)
  }
  return peaks
}

/** Makes a boundary more likely at a paragraph, a change of speaker, a pause, and words such as "next". */
function boundaryBonus(sentences: readonly Sentence[], index: number): number {
  const [before, sentence] = [sentences[index - 1], sentences[index]]
  if (!before || !sentence) return 0
  const [last, first] = [before.segments.at(-1), sentence.segments[0]]
  const startsParagraph = last !== undefined && first !== undefined && last !== first
  const pause = startsParagraph ? first.start - last.end : 0
  return (
    (startsParagraph ? 0.12 : 0) +
    (startsParagraph && last.speaker !== first.speaker ? 0.04 : 0) +
    (pause >= LONG_PAUSE ? 0.08 : 0) +
    (TRANSITION.test(sentence.text) ? 0.15 : 0)
  )
}

const TRANSITION =
  /^(?:(?:let's |let us )?(?:move|moving) on|next(?: up| item| topic| point|,)|the next|the (?:second|third|fourth|last|final) (?:item|point|topic|thing)|finally|lastly|another (?:thing|topic|point)|turning to|als nächstes|kommen wir|nächster punkt|zum schluss|pasemos|ahora pasamos|por último|passons|pour finir|enfin|passiamo|infine|passemos|por fim|次に|続いて|最後に|다음으로|마지막으로|接下来|接下來|下一|最后|最後)/iu
