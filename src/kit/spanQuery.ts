import { z } from 'zod'
import { days } from './units.ts'

/** Unix milliseconds; a number nobody can mean is refused before it reaches a calendar. */
const moment = z.coerce
  .number()
  .int()
  .min(0)
  .max(Date.UTC(3000, 0, 1))

/** Forwards, and no longer than a life. */
const isSpan = (from: number, to: number): boolean => from <= to && to - from <= days(36_600)

/** Without a span, the last 30 days. `diff_time`: minutes the caller's clock is ahead of UTC, for days and hours as they live them. */
export const SpanQuery = z
  .object({
    diff_time: z.coerce.number().min(-1440).max(1440).default(0),
    start_time: moment.optional(),
    end_time: moment.optional(),
  })
  .refine(({ start_time, end_time }) => start_time === undefined || end_time === undefined || isSpan(start_time, end_time), {
    message: 'The span must end after it begins, within a hundred years.',
    path: ['end_time'],
  })
