import { type Measure, isBad, isIgnored } from '../rules.ts'

/** What is said of an event. `kind` button, image or link counts 2, all else 1; `custom: 'ignore'` is not counted (A§9). */
export type EventWords = { kind?: string; custom?: string; [name: string]: unknown }

export type EventSink = {
  onEvent: (eventCat: string, words: EventWords) => void
  onExposure: (featureCode: string, source?: string) => void
}

/** Counts something that happened. Does nothing where telemetry is off or nobody is signed in; never fails. */
export function track(eventCat: string, words: EventWords = {}): void {
  if (!isIgnored(words)) sink?.onEvent(eventCat, words)
}

/** Something was put before the user: a banner, a dialog, a new feature (A§7). */
export function expose(featureCode: string, source?: string): void {
  sink?.onExposure(featureCode, source)
}

/** Reports what was measured when it is past its threshold (A§9): milliseconds, frames per second, or a share of memory. */
export function noteMeasure(measure: Measure, value: number, words: EventWords = {}): void {
  if (isBad(measure, value)) track('slow', { ...words, measure, took: Math.round(value * 100) / 100 })
}

/** Set while telemetry runs. */
export function setSink(next: EventSink | undefined): void {
  sink = next
}

let sink: EventSink | undefined
