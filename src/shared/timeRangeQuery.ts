import { z } from 'zod'
import { days } from './units.ts'

/** Unix time in milliseconds. Values that are out of any plausible range are refused before they reach date arithmetic. */
const timestamp = z.coerce
  .number()
  .int()
  .min(0)
  .max(Date.UTC(3000, 0, 1))

/** True when the range does not end before it starts and is at most about a hundred years long. */
const isValidRange = (from: number, to: number): boolean => from <= to && to - from <= days(36_600)

/**
 * Time range of a query, by default the last 30 days. `diff_time` is the number of minutes the client's clock is ahead of UTC,
 * for grouping by its local days and hours.
 */
export const TimeRangeQuery = z
  .object({
    diff_time: z.coerce.number().min(-1440).max(1440).default(0),
    start_time: timestamp.optional(),
    end_time: timestamp.optional(),
  })
  .refine(
    ({ start_time, end_time }) => start_time === undefined || end_time === undefined || isValidRange(start_time, end_time),
    {
      message: 'The end must be after the start, within a hundred years.',
      path: ['end_time'],
    },
  )
