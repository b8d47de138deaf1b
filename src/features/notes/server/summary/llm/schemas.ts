import { z } from 'zod'
import { SUMMARY_CATEGORIES } from '../../../contract.ts'

/** A line written by the model, with the numbers of the lines it cites. */
export type CitedText = { readonly text: string; readonly rests_on: readonly number[] }

/**
 * Accepts a list of numbers that occur in the prompt. The schema lists them as an enumeration, because grammars enforce that but
 * ignore minimum and maximum. Unknown numbers are dropped instead of failing the whole response.
 */
const numbersAmong = (numbers: readonly number[]) => {
  const known = new Set(numbers)
  return z.preprocess(
    (input) => (Array.isArray(input) ? [...new Set(input.map(Number))].filter((number) => known.has(number)) : []),
    z.array(z.literal([...known])),
  )
}

const citedText = (numbers: readonly number[]) => z.object({ text: z.string(), rests_on: numbersAmong(numbers) })

const category = z.preprocess(
  (input) => SUMMARY_CATEGORIES.find((candidate) => candidate === String(input).toLowerCase()) ?? 'other',
  z.enum(SUMMARY_CATEGORIES),
)

/** The notes on one part of a longer recording. */
export const partSchema = (numbers: readonly number[]) =>
  z.object({ points: z.array(citedText(numbers)), actions: z.array(citedText(numbers)) })

/** The summary of a recording that fits one call. */
export const wholeSchema = (numbers: readonly number[]) =>
  z.object({
    headline: z.string(),
    category,
    overview: citedText(numbers),
    points: z.array(citedText(numbers)),
    actions: z.array(citedText(numbers)),
  })

/** The summary merged from the notes of the parts. It cites numbers of notes. */
export const mergedSchema = (numbers: readonly number[]) =>
  z.object({ headline: z.string(), category, overview: citedText(numbers), points: z.array(citedText(numbers)) })

/** Condensed notes. They cite numbers of notes. */
export const condensedSchema = (numbers: readonly number[]) => z.object({ points: z.array(citedText(numbers)) })
