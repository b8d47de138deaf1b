import { type Measure, isBad, isIgnored } from '../rules.ts'

/** Properties of an event. `kind` button, image or link counts 2, others 1; `custom: 'ignore'` is not counted (A§9). */
export type EventWords = { kind?: string; custom?: string; [name: string]: unknown }

export type EventSink = {
  onEvent: (eventCat: string, words: EventWords) => void
  onExposure: (featureCode: string, source?: string) => void
}

/** Tracks an event. Does nothing if telemetry is off or no user is signed in. It never throws. */
export function track(eventCat: string, words: EventWords = {}): void {
  if (!isIgnored(words)) sink?.onEvent(eventCat, words)
}

/** Tracks that something was shown to the user: a banner, a dialog or a new feature (A§7). */
export function expose(featureCode: string, source?: string): void {
  sink?.onExposure(featureCode, source)
}

/** Tracks a measurement if it exceeds its threshold (A§9): milliseconds, frames per second or a share of memory. */
export function noteMeasure(measure: Measure, value: number, words: EventWords = {}): void {
  if (isBad(measure, value)) track('slow', { ...words, measure, took: Math.round(value * 100) / 100 })
}

/** Sets the receiver of events while telemetry runs; undefined stops it. */
export function setSink(next: EventSink | undefined): void {
  sink = next
}

let sink: EventSink | undefined
