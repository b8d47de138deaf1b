import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import type { CallReport } from '#browser/monitoring/monitor.ts'
import { type Stop, after, now } from '#browser/timers/time.ts'

/** Minimum time between two reports. */
const MIN_INTERVAL: Millis = seconds(10)
/** Failures within this time are sent in one report. */
const BATCH_DELAY: Millis = seconds(1)
/** Maximum number of failures in one report. Further failures are only counted. */
const MAX_FAILURES = 20

export type Batch = { failures: CallReport[]; left_out: number }

/** Collects failed calls and passes them to `send` in batches, at most one every ten seconds. */
export function batchFailures(send: (batch: Batch) => void): { add: (report: CallReport) => void; stop: Stop } {
  let batch: Batch = { failures: [], left_out: 0 }
  let lastSentAt = Number.NEGATIVE_INFINITY
  let cancelTimer: Stop | undefined
  const flush = (): void => {
    cancelTimer = undefined
    lastSentAt = now()
    const batchToSend = batch
    batch = { failures: [], left_out: 0 }
    send(batchToSend)
  }
  return {
    add: (report) => {
      if (batch.failures.length < MAX_FAILURES) batch.failures.push(report)
      else batch.left_out += 1
      cancelTimer ??= after(Math.max(BATCH_DELAY, lastSentAt + MIN_INTERVAL - now()), flush)
    },
    stop: () => cancelTimer?.(),
  }
}
