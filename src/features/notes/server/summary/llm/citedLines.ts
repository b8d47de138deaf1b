import { z } from 'zod'
import { wordOverlap } from '../wordOverlap.ts'

/** The lines that an answer may cite, by number, with their text. */
export type CitableLines = ReadonlyMap<number, string>

/** A line with a smaller overlap does not say the same. */
const MIN_OVERLAP = 0.15

/**
 * Accepts a list of numbers that occur in the prompt. The schema lists them as an enumeration, because grammars enforce that but
 * ignore minimum and maximum. One number, `"[3]"` and `"3-5"` are accepted too. Unknown numbers are dropped instead of failing the
 * whole response.
 */
export const numbersAmong = (lines: CitableLines, limits: { readonly minItems?: number; readonly maxItems: number }) =>
  z.preprocess((input) => readNumbers(input, lines), z.array(z.literal([...lines.keys()])).meta(limits))

function readNumbers(input: unknown, lines: CitableLines): number[] {
  const items: readonly unknown[] = Array.isArray(input) ? input : [input]
  const numbers = items.flatMap((item) => (typeof item === 'number' ? [item] : typeof item === 'string' ? numbersIn(item) : []))
  return [...new Set(numbers)].filter((number) => lines.has(number))
}

const MAX_RANGE = 20

function numbersIn(text: string): number[] {
  const [, from, to] = /^\D*(\d{1,9})\s*[-–]\s*(\d{1,9})\D*$/.exec(text) ?? []
  const length = Number(to) - Number(from) + 1
  if (length > 0 && length <= MAX_RANGE) return Array.from({ length }, (_, n) => Number(from) + n)
  return (text.match(/\d{1,9}/g) ?? []).map(Number)
}

/**
 * Returns an item of a list as an object: a model may write lines as plain strings, or use another name for the text. A line
 * without any numbers cites the line that shares the most words with it.
 */
export function toCitedItem(input: unknown, lines: CitableLines): unknown {
  if (typeof input === 'string') return { text: withoutNumbers(input), rests_on: citedIn(input, lines) }
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const item = input as Readonly<Record<string, unknown>>
  const text = typeof item['text'] === 'string' ? item['text'] : Object.values(item).find((value) => typeof value === 'string')
  if (typeof text !== 'string') return input
  return 'rests_on' in item ? { ...item, text } : { ...item, text: withoutNumbers(text), rests_on: citedIn(text, lines) }
}

const NUMBERS = /\s*[[(](?:\s*(?:lines? )?\d{1,9}\s*[,;–-]?)+[\])]/gi

const withoutNumbers = (text: string): string => text.replace(NUMBERS, '').trim()

function citedIn(text: string, lines: CitableLines): number[] {
  const numbers = readNumbers(text.match(NUMBERS) ?? [], lines)
  if (numbers.length > 0) return numbers
  let [best, most] = [0, MIN_OVERLAP]
  for (const [number, said] of lines) {
    const overlap = wordOverlap(text, said)
    if (overlap > most) [best, most] = [number, overlap]
  }
  return best > 0 ? [best] : []
}
