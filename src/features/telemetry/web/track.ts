import { type Metric, exceedsThreshold, isIgnored } from '../rules.ts'

/** Properties of an event. `kind` button, image or link counts 2, others 1; `custom: 'ignore'` is not counted (A§9). */
export type EventProperties = { kind?: string; custom?: string; [name: string]: unknown }

export type EventSink = {
  onEvent: (eventCat: string, properties: EventProperties) => void
  onExposure: (exposure: Exposure) => void
}

/** What was shown, where, and as which objects. */
export type Exposure = {
  readonly feature_code: string
  readonly source?: string
  readonly items?: readonly { readonly object_type: string; readonly object_id: string }[]
}

/** Tracks an event. Does nothing if telemetry is off or no user is signed in. It never throws. */
export function track(eventCat: string, properties: EventProperties = {}): void {
  if (!isIgnored(properties)) sink?.onEvent(eventCat, properties)
}

/** Tracks that something was shown to the user: a banner, a dialog or a new feature (A§7). */
export function trackExposure(feature_code: string, details: Omit<Exposure, 'feature_code'> = {}): void {
  sink?.onExposure({ feature_code, ...details })
}

/** Tracks a measurement if it exceeds its threshold (A§9): milliseconds, frames per second or a share of memory. */
export function trackMetric(metric: Metric, value: number, properties: EventProperties = {}): void {
  if (exceedsThreshold(metric, value)) track('slow', { ...properties, measure: metric, took: Math.round(value * 100) / 100 })
}

/** Sets the receiver of events while telemetry runs; undefined stops it. */
export function setSink(newSink: EventSink | undefined): void {
  sink = newSink
}

let sink: EventSink | undefined
