import { minutes } from '#shared/units.ts'
import { client } from '#shared/client.ts'
import { setMonitor } from '#browser/monitoring/monitor.ts'
import { send } from '#browser/http/send.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { type Stop, now } from '#browser/timers/time.ts'
import { telemetryContract } from '../contract.ts'
import { eventWeight, widthClass } from '../rules.ts'
import { type Batch, batchFailures } from './batchFailures.ts'
import { type EventProperties, trackMetric, setSink, track } from './track.ts'
import { tagStorages, syncTag } from './userTag.ts'
import { watchFrames } from './watchFrames.ts'
import { watchPerformance } from './watchPerformance.ts'
import { type SubscribeToNavigations, watchRoutes } from './watchRoutes.ts'

/** @NOTE Calls must be `unreported`, otherwise a failed report would cause another report. */
const telemetryClient = client('telemetry', telemetryContract, send)

/** Limits the calls of this feature, so that a faulty page does not flood the server. */
const MAX_CALLS_PER_MINUTE = 60

/**
 * Starts collecting telemetry for the signed-in user. Returns a function that stops it. It also stops when the session ends; data
 * that is not sent by then is discarded (A§4).
 */
export function startTelemetry({
  subscribeToNavigations: navigations,
}: {
  subscribeToNavigations: SubscribeToNavigations
}): Stop {
  const canCall = createCallLimiter()
  const upload = (event_cat: string, event_param: Record<string, unknown>): void => {
    if (canCall())
      telemetryClient.uploadInfo({ body: { info: { event_cat, event_param } } }, { unreported: true }).catch(ignoreError)
  }
  const failures = batchFailures((batch: Batch) => upload('monitor', batch))
  setMonitor({
    onFailure: failures.add,
    onResponse: ({ path, duration }) => trackMetric('api', duration, { path }),
    onMeasure: trackMetric,
    onEvent: track,
  })
  setSink({
    onEvent: (eventCat, properties) => upload(eventCat, toEventParam(properties)),
    onExposure: (feature_code, source) => {
      const body = { feature_code, ...(source && { source }) }
      if (canCall()) telemetryClient.exposure({ body }, { unreported: true }).catch(ignoreError)
    },
  })
  void syncTag(tagStorages({ telemetry: true }))
  const stops = [failures.stop, watchRoutes(navigations), watchPerformance(), watchFrames()]
  const stop = (): void => {
    setMonitor(undefined)
    setSink(undefined)
    for (const stopPart of stops.splice(0)) stopPart()
  }
  stops.push(onSignedOut(stop))
  return stop
}

const toEventParam = (properties: EventProperties) => ({
  ...properties,
  value: eventWeight(properties.kind),
  width: widthClass(window.innerWidth),
})

/** A failed call is ignored; its data is lost. */
const ignoreError = (): void => {}

function createCallLimiter(): () => boolean {
  let minute = 0
  let count = 0
  return () => {
    const current = Math.floor(now() / minutes(1))
    if (current !== minute) count = 0
    minute = current
    count += 1
    return count <= MAX_CALLS_PER_MINUTE
  }
}
