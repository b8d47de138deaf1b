import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { client } from '#shared/client.ts'
import { setMonitor } from '#browser/monitoring/monitor.ts'
import type { CallReport } from '#browser/monitoring/monitor.ts'
import { send } from '#browser/http/send.ts'
import { onSignedOut } from '#browser/session/signOutEvents.ts'
import { type Stop, now, after } from '#browser/timers/time.ts'
import { telemetryContract } from '../contract.ts'
import { eventWeight, widthClass } from '../rules.ts'
import { type EventProperties, trackMetric, setSink, track } from './track.ts'
import { tagStorages, syncTag } from './userTag.ts'
import { watchClicks } from './watchClicks.ts'
import { watchFrames, watchPerformance, type SubscribeToNavigations, watchRoutes } from './watchPerformance.ts'

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
    onExposure: ({ items, ...exposure }) => {
      const body = { ...exposure, ...(items && { items: [...items] }) }
      if (canCall()) telemetryClient.exposure({ body }, { unreported: true }).catch(ignoreError)
    },
  })
  void syncTag(tagStorages({ telemetry: true }))
  const stops = [failures.stop, watchClicks(), watchRoutes(navigations), watchPerformance(), watchFrames()]
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

/** Minimum time between two reports. */
const MIN_INTERVAL: Millis = seconds(10)
/** Failures within this time are sent in one report. */
const BATCH_DELAY: Millis = seconds(1)
/** Maximum number of failures in one report. Further failures are only counted. */
const MAX_FAILURES = 20

type Batch = { failures: CallReport[]; left_out: number }

/** Collects failed calls and passes them to `send` in batches, at most one every ten seconds. */
function batchFailures(send: (batch: Batch) => void): { add: (report: CallReport) => void; stop: Stop } {
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
