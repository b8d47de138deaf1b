import { z } from 'zod'
import { SUMMARY_CATEGORIES } from '../../contract.ts'

/** A line written by the model, with the numbers of the lines it cites. */
export type CitedText = { readonly text: string; readonly rests_on: readonly number[] }

/**
 * Accepts a list of numbers that occur in the prompt. The schema lists them as an enumeration, because grammars enforce that but
 * ignore minimum and maximum. Unknown numbers are dropped instead of failing the whole response.
 */
const someOf = (numbers: readonly number[]) => {
  const known = new Set(numbers)
  return z.preprocess(
    (given) => (Array.isArray(given) ? [...new Set(given.map(Number))].filter((number) => known.has(number)) : []),
    z.array(z.literal([...known])),
  )
}

const cited = (numbers: readonly number[]) => z.object({ text: z.string(), rests_on: someOf(numbers) })

const category = z.preprocess(
  (given) => SUMMARY_CATEGORIES.find((one) => one === String(given).toLowerCase()) ?? 'other',
  z.enum(SUMMARY_CATEGORIES),
)

/** The notes on one part of a longer recording. */
export const partSchema = (numbers: readonly number[]) =>
  z.object({ points: z.array(cited(numbers)), actions: z.array(cited(numbers)) })

/** The summary of a recording that fits one call. */
export const wholeSchema = (numbers: readonly number[]) =>
  z.object({
    headline: z.string(),
    category,
    overview: cited(numbers),
    points: z.array(cited(numbers)),
    actions: z.array(cited(numbers)),
  })

/** The summary merged from the notes of the parts. It cites numbers of notes. */
export const mergedSchema = (numbers: readonly number[]) =>
  z.object({ headline: z.string(), category, overview: cited(numbers), points: z.array(cited(numbers)) })

/** Condensed notes. They cite numbers of notes. */
export const condensedSchema = (numbers: readonly number[]) => z.object({ points: z.array(cited(numbers)) })
