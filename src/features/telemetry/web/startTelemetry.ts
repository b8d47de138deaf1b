import { minutes } from '#kit/units.ts'
import { client } from '#kit/client.ts'
import { setMonitor } from '#ui/monitor.ts'
import { send } from '#ui/send.ts'
import { onSignedOut } from '#ui/signedOut.ts'
import { type Stop, now } from '#ui/time.ts'
import { telemetryContract } from '../contract.ts'
import { valueOf, widthClass } from '../rules.ts'
import { type Batch, batchFailures } from './batchFailures.ts'
import { type EventWords, noteMeasure, setSink, track } from './track.ts'
import { placesOfTag, settleTag } from './userTag.ts'
import { watchFrames } from './watchFrames.ts'
import { watchPerformance } from './watchPerformance.ts'
import { type Navigations, watchRoutes } from './watchRoutes.ts'

/** @NOTE Calls must be `unreported`, otherwise a failed report would cause another report. */
const telemetry = client('telemetry', telemetryContract, send)

/** Limits the calls of this feature, so that a faulty page does not flood the server. */
const MOST_CALLS_A_MINUTE = 60

/**
 * Starts collecting telemetry for the signed-in user. Returns a function that stops it. It also stops when the session ends; data
 * that is not sent by then is discarded (A§4).
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

/** A failed call is ignored; its data is lost. */
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
