import { minutes } from '#kit/units.ts'
import { setMonitor } from '#ui/monitor.ts'
import { onSignedOut } from '#ui/signedOut.ts'
import { type Stop, now } from '#ui/time.ts'
import { valueOf, widthClass } from '../rules.ts'
import { type Batch, batchFailures } from './batchFailures.ts'
import { telemetry } from './telemetry.ts'
import { type EventWords, noteMeasure, setSink, track } from './track.ts'
import { placesOfTag, settleTag } from './userTag.ts'
import { watchFrames } from './watchFrames.ts'
import { watchPerformance } from './watchPerformance.ts'
import { type Navigations, watchRoutes } from './watchRoutes.ts'

/** Of our own calls, so that a page gone wild does not knock at the server all the time. */
const MOST_CALLS_A_MINUTE = 60

/**
 * Begins to count and to watch, for a signed-in user of a server that wants it. Ends when told to, and when the session ends:
 * what was gathered until then is let go, since it belongs to nobody any more (A§4).
 */
export function startTelemetry({ navigations }: { navigations: Navigations }): Stop {
  const mayCall = fewCalls()
  const upload = (event_cat: string, event_param: Record<string, unknown>): void => {
    if (mayCall()) telemetry.uploadInfo({ body: { info: { event_cat, event_param } } }, { unreported: true }).catch(quietly)
  }
  const failures = batchFailures((batch: Batch) => upload('monitor', batch))
  setMonitor({
    onFailure: failures.add,
    onAnswer: ({ path, duration }) => noteMeasure('api', duration, { path }),
    onMeasure: noteMeasure,
    onEvent: track,
  })
  setSink({
    onEvent: (eventCat, words) => upload(eventCat, paramOf(words)),
    onExposure: (feature_code, source) => {
      const body = { feature_code, ...(source && { source }) }
      if (mayCall()) telemetry.exposure({ body }, { unreported: true }).catch(quietly)
    },
  })
  void settleTag(placesOfTag({ telemetry: true }))
  const ends = [failures.stop, watchRoutes(navigations), watchPerformance(), watchFrames()]
  const stop = (): void => {
    setMonitor(undefined)
    setSink(undefined)
    for (const end of ends.splice(0)) end()
  }
  ends.push(onSignedOut(stop))
  return stop
}

const paramOf = (words: EventWords) => ({ ...words, value: valueOf(words.kind), width: widthClass(window.innerWidth) })

/** What was to be counted and could not be is lost, and that is all. */
const quietly = (): void => {}

function fewCalls(): () => boolean {
  let minute = 0
  let made = 0
  return () => {
    const current = Math.floor(now() / minutes(1))
    if (current !== minute) made = 0
    minute = current
    made += 1
    return made <= MOST_CALLS_A_MINUTE
  }
}
