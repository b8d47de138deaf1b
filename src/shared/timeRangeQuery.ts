import { z } from 'zod/mini'
import { days } from './units.ts'

/** Unix time in milliseconds. Values outside any plausible range are refused before they reach date arithmetic. */
const timestamp = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Date.UTC(3000, 0, 1)))

/** True when the range does not end before it starts and is at most about a hundred years long. */
const isValidRange = (from: number, to: number): boolean => from <= to && to - from <= days(36_600)

/**
 * Time range of a query, by default the last 30 days. `diff_time` is the number of minutes that the client's local time is ahead
 * of UTC, for grouping by local days and hours.
 */
export const TimeRangeQuery = z
  .object({
    diff_time: z._default(z.coerce.number().check(z.minimum(-1440), z.maximum(1440)), 0),
    start_time: z.optional(timestamp),
    end_time: z.optional(timestamp),
  })
  .check(
    z.refine(
      ({ start_time, end_time }) => start_time === undefined || end_time === undefined || isValidRange(start_time, end_time),
      {
        message: 'The end must be after the start, within a hundred years.',
        path: ['end_time'],
      },
    ),
  )
