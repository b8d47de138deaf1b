import type { Segment } from '#features/files/contract.ts'
import { diffTokens } from './diffTokens.ts'
import { normalizeWord, splitIntoUnits } from './textUnits.ts'

type Word = NonNullable<Segment['words']>[number]
/** A unit of the text before an edit, and the word that contains it. */
type WordUnit = { readonly text: string; readonly word: number; readonly isFirst: boolean; readonly isLast: boolean }
type NewWord = { text: string; confidence: number }

/**
 * Returns the words of a changed text. Unchanged words keep their times and confidence. Others share the time of the words they
 * replace, or of the pause in which they are inserted, and have the confidence 1. Times never decrease.
 */
export function redistributeWords(words: readonly Word[], content: string): Word[] {
  const before = words.flatMap(([, , text], word) => unitsOfWord(text, word))
  const after = splitIntoUnits(content)
  const keptWords = findKeptWords(before, after)
  const result: Word[] = []
  let [at, previousWord] = [0, -1]
  const addChanged = (toUnit: number, nextWord: number) => {
    const texts = after.slice(at, toUnit).map(({ text }) => text)
    const [replaced, previous, next] = [words.slice(previousWord + 1, nextWord), result.at(-1), words[nextWord]]
    if (texts.length > 0) for (const word of timeWords(texts, replaced, previous, next)) result.push(word)
  }
  for (const { word, fromUnit, toUnit } of keptWords) {
    addChanged(fromUnit, word)
    result.push(words[word]!)
    ;[at, previousWord] = [toUnit, word]
  }
  addChanged(after.length, words.length)
  return result
}

function unitsOfWord(text: string, word: number): WordUnit[] {
  const units = splitIntoUnits(text)
  return units.map((unit, index) => ({ text: unit.text, word, isFirst: index === 0, isLast: index === units.length - 1 }))
}

/** Returns the words whose units are all in the new text, adjacent to each other, in order. */
function findKeptWords(before: readonly WordUnit[], after: readonly { text: string }[]) {
  const kept: { word: number; fromUnit: number; toUnit: number }[] = []
  const differences = diffTokens(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  )
  let [unit, offset, differenceIndex] = [0, 0, 0]
  let first = -1
  while (unit < before.length) {
    const difference = differences[differenceIndex]
    if (difference && unit >= difference.fromBefore) {
      // An insertion inside a word of several units splits it.
      first = -1
      unit = difference.toBefore
      offset = difference.toAfter - difference.toBefore
      differenceIndex++
      continue
    }
    const { word, isFirst, isLast } = before[unit]!
    if (isFirst) first = unit
    if (isLast && first >= 0) kept.push({ word, fromUnit: first + offset, toUnit: unit + 1 + offset })
    if (isLast) first = -1
    unit++
  }
  return kept
}

/** Returns times for new words: those of the replaced words one by one, otherwise shares proportional to their lengths. */
function timeWords(texts: string[], replaced: readonly Word[], previous: Word | undefined, next: Word | undefined): Word[] {
  if (texts.length === replaced.length) {
    return replaced.map(([start, end, oldText, confidence], index) => {
      const text = texts[index]!
      return [start, end, text, normalizeWord(text) === normalizeWord(oldText) ? confidence : 1]
    })
  }
  const start = replaced[0]?.[0] ?? previous?.[1] ?? next?.[0] ?? 0
  const end = Math.max(start, replaced.at(-1)?.[1] ?? next?.[0] ?? previous?.[1] ?? start)
  return shareTime(
    texts.map((text) => ({ text, confidence: 1 })),
    start,
    end,
  )
}

function shareTime(words: readonly NewWord[], start: number, end: number): Word[] {
  const total = words.reduce((sum, { text }) => sum + text.length, 0)
  let length = 0
  const timeAt = () => Math.round(start + ((end - start) * length) / total)
  return words.map(({ text, confidence }) => {
    const from = timeAt()
    length += text.length
    return [from, timeAt(), text, confidence]
  })
}

/** Returns the index at which each word begins in the text; -1 when it is missing. */
export function locateWords(content: string, words: readonly Word[]): number[] {
  let end = 0
  return words.map(([, , rawText]) => {
    const text = rawText.trim()
    const from = text === '' ? -1 : content.indexOf(text, end)
    if (from < 0 || from - end > MAX_DISTANCE) return -1
    end = from + text.length
    return from
  })
}

/** Maximum distance in characters. A match further away is another occurrence of the same word. */
const MAX_DISTANCE = 80
