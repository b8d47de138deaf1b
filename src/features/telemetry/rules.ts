import { minutes, seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'

/** Days that events and exposures are kept. */
export const RETENTION_DAYS = 90
/** Maximum number of events per user. The oldest are deleted. */
export const MAX_EVENTS = 20_000
/** Maximum number of different exposures per user. */
export const MAX_EXPOSURES = 1000

/** A longer navigation is logged as abnormal and not measured (A§4, A§9). */
export const ABNORMAL_ROUTE_TIME: Millis = seconds(30)

/** Thresholds for slow measurements (A§9): times in milliseconds, frames per second, and memory as a share of its limit. */
export const THRESHOLDS = {
  pageLoad: seconds(5),
  api: seconds(10),
  upload: minutes(10),
  audioProcessing: seconds(60),
  routeChange: seconds(3),
  interaction: 500,
  componentRender: seconds(1),
  framesPerSecond: 30,
  memoryShare: 0.8,
} as const
export type Metric = keyof typeof THRESHOLDS

/** Returns whether a value must be reported: it is above its threshold, or for the frame rate below it. */
export const exceedsThreshold = (metric: Metric, value: number): boolean =>
  metric === 'framesPerSecond' ? value < THRESHOLDS.framesPerSecond : value > THRESHOLDS[metric]

/** Returns the weight of an event: 2 for a button, an image or a link, otherwise 1 (A§9). */
export const eventWeight = (kind: string | undefined): 1 | 2 => (kind === 'button' || kind === 'image' || kind === 'link' ? 2 : 1)

/** Returns whether the event is excluded from counting (A§9). */
export const isIgnored = ({ custom }: { custom?: unknown }): boolean => custom === 'ignore'

/** Returns the class of a window width by the breakpoints 1050 and 1300 (A§9). */
export const widthClass = (width: number): 'narrow' | 'medium' | 'wide' =>
  width < 1050 ? 'narrow' : width < 1300 ? 'medium' : 'wide'

/** The start of the current navigation, and the result of the one that just ended (A§4). */
export type RouteTimer = { startedAt: Millis | null; result?: { took: Millis; isAbnormal: boolean } }
export type RouteEvent = { kind: 'left' | 'arrived' | 'seen-again'; time: Millis }

/**
 * Returns the next state of the timer (A§4). It starts on navigation, ends on arrival and restarts when the tab becomes visible.
 */
export function updateRouteTimer({ startedAt }: RouteTimer, { kind, time }: RouteEvent): RouteTimer {
  if (kind === 'left') return { startedAt: time }
  if (startedAt === null) return { startedAt }
  if (kind === 'seen-again') return { startedAt: time }
  const took = Math.max(0, time - startedAt)
  return { startedAt: null, result: { took, isAbnormal: took > ABNORMAL_ROUTE_TIME } }
}

/** Returns a new browser tag (A§9): the base-36 time and a random id, hashed to 16 hex characters. */
export const createTag = (time: Millis, random: string): string => fnv1a64Hex(time.toString(36) + random)

export const isTag = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{16}$/.test(text)

/**
 * Returns the tag to use and the indexes of the storages that do not have it yet. The first valid value is used, otherwise a new
 * one. `found` is the value in each storage.
 */
export function resolveTag(found: readonly unknown[], create: () => string): { tag: string; missing: number[] } {
  const tag = found.find(isTag) ?? create()
  return { tag, missing: found.flatMap((value, index) => (value === tag ? [] : [index])) }
}

/**
 * Returns the 64-bit FNV-1a hash.
 *
 * @NOTE It is not cryptographic and only distinguishes browsers. `crypto.subtle` is not available without https.
 */
function fnv1a64Hex(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
