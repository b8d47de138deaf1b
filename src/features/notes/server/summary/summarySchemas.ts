import { z } from 'zod'
import { SUMMARY_CATEGORIES } from '../../contract.ts'

/** A line as the model writes it, with the numbers of the lines it rests on. */
export type CitedText = { readonly text: string; readonly rests_on: readonly number[] }

/**
 * A list of numbers out of those that stood in the prompt. The schema shows them as an enumeration, which grammars obey
 * where they pass over a minimum and maximum; what is not among them is dropped instead of spoiling the whole answer.
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

/** What one part of a longer recording yields. */
export const partSchema = (numbers: readonly number[]) =>
  z.object({ points: z.array(cited(numbers)), actions: z.array(cited(numbers)) })

/** The whole summary of a recording that fits one call. */
export const wholeSchema = (numbers: readonly number[]) =>
  z.object({
    headline: z.string(),
    category,
    overview: cited(numbers),
    points: z.array(cited(numbers)),
    actions: z.array(cited(numbers)),
  })

/** The summary put together from the notes of the parts; the numbers are those of notes. */
export const mergedSchema = (numbers: readonly number[]) =>
  z.object({ headline: z.string(), category, overview: cited(numbers), points: z.array(cited(numbers)) })

/** Fewer notes out of many; the numbers are those of notes. */
export const condensedSchema = (numbers: readonly number[]) => z.object({ points: z.array(cited(numbers)) })
