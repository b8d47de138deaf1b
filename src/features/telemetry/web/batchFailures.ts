import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import type { CallReport } from '#ui/monitor.ts'
import { type Stop, after, now } from '#ui/time.ts'

/** Minimum time between two reports. */
const PAUSE: Millis = seconds(10)
/** Failures within this time are sent in one report. */
const GATHER: Millis = seconds(1)
/** Maximum number of failures in one report. Further failures are only counted. */
const MOST = 20

export type Batch = { failures: CallReport[]; left_out: number }

/** Collects failed calls and passes them to `send` in batches, at most one every ten seconds. */
export function batchFailures(hand: (batch: Batch) => void): { add: (report: CallReport) => void; stop: Stop } {
  let batch: Batch = { failures: [], left_out: 0 }
  let last = Number.NEGATIVE_INFINITY
  let waiting: Stop | undefined
  const flush = (): void => {
    waiting = undefined
    last = now()
    const full = batch
    batch = { failures: [], left_out: 0 }
    hand(full)
  }
  return {
    add: (report) => {
      if (batch.failures.length < MOST) batch.failures.push(report)
      else batch.left_out += 1
      waiting ??= after(Math.max(GATHER, last + PAUSE - now()), flush)
    },
    stop: () => waiting?.(),
  }
}
