import { minutes, seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'

/** How long events and exposures are kept. */
export const KEPT_DAYS = 90
/** Most events of one user; the oldest go. */
export const MOST_EVENTS = 20_000
/** Most different things said to have been put before one user. */
export const MOST_EXPOSURES = 1000

/** A navigation that takes longer is logged as abnormal and not measured (A§4, A§9). */
export const ABNORMAL_ROUTE: Millis = seconds(30)

/** From where on something is too slow (A§9). Times in milliseconds, the frame rate per second, memory as a share. */
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
export type Measure = keyof typeof THRESHOLDS

/** Whether a measured value is worth a report: above its threshold, and for frames below it. */
export const isBad = (measure: Measure, value: number): boolean =>
  measure === 'framesPerSecond' ? value < THRESHOLDS.framesPerSecond : value > THRESHOLDS[measure]

/** What an event counts: 2 for a button, an image or a link, 1 for all else (A§9). */
export const valueOf = (kind: string | undefined): 1 | 2 => (kind === 'button' || kind === 'image' || kind === 'link' ? 2 : 1)

/** An event that says it is not to be counted (A§9). */
export const isIgnored = ({ custom }: { custom?: unknown }): boolean => custom === 'ignore'

/** The class of a window's width, by the breakpoints 1050 and 1300 (A§9). */
export const widthClass = (width: number): 'narrow' | 'medium' | 'wide' =>
  width < 1050 ? 'narrow' : width < 1300 ? 'medium' : 'wide'

/** A navigation under way, since when, and how the one before it went (A§4). */
export type RouteTimer = { since: Millis | null; ended?: { took: Millis; isAbnormal: boolean } }
export type RouteMoment = { kind: 'left' | 'arrived' | 'seen-again'; at: Millis }

/** A§4: starts on navigation, ends on arrival, begins anew when the tab becomes visible again. */
export function timeRoute({ since }: RouteTimer, { kind, at }: RouteMoment): RouteTimer {
  if (kind === 'left') return { since: at }
  if (since === null) return { since }
  if (kind === 'seen-again') return { since: at }
  const took = Math.max(0, at - since)
  return { since: null, ended: { took, isAbnormal: took > ABNORMAL_ROUTE } }
}

/** A browser's tag (A§9): base-36 time and a random id, hashed to 16 hex characters. */
export const makeTag = (at: Millis, random: string): string => hash16(at.toString(36) + random)

export const isTag = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{16}$/.test(text)

/**
 * The tag to go by and the places that do not hold it yet: the first one found counts, in the order of the places.
 * `found` is what each place held.
 */
export function healedTag(found: readonly unknown[], make: () => string): { tag: string; missing: number[] } {
  const tag = found.find(isTag) ?? make()
  return { tag, missing: found.flatMap((held, place) => (held === tag ? [] : [place])) }
}

/** FNV-1a in 64 bits. @NOTE Tells browsers apart and proves nothing; `crypto.subtle` is missing on plain http. */
function hash16(text: string): string {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash.toString(16).padStart(16, '0')
}
