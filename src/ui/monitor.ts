import { Unreachable } from '#kit/client.ts'
import type { Millis } from '#kit/units.ts'
import { allowsStatistics } from './consent.ts'
import { now } from './time.ts'

/** A call that failed, as it may be reported: no ids, no query, nothing that was said (A§8). */
export type CallReport = {
  class: 'http_error' | 'network_error' | 'timeout_error' | 'api_error'
  level: 'error' | 'warning'
  path: string
  /** Null when nobody answered. */
  http_status: number | null
  request_id: string
  duration: Millis
}

/** Facts about what is reported: no ids, no names, nothing that was said. */
export type ReportWords = Readonly<Record<string, string | number>>

/** Receives how calls go: failures, and how long answered calls took; and what parts of the page measure and report besides. */
export type Monitor = {
  onFailure: (report: CallReport) => void
  onAnswer: (call: { path: string; duration: Millis }) => void
  onMeasure: (measure: 'upload' | 'audioProcessing', took: Millis, words: ReportWords) => void
  onEvent: (event: string, words: ReportWords) => void
}

/** Reports how long something took (A§9); nothing happens where nothing may be counted. */
export const reportMeasure: Monitor['onMeasure'] = (measure, took, words) => monitor?.onMeasure(measure, took, words)

/** Reports that something happened that no call tells of; nothing happens where nothing may be counted. */
export const reportEvent: Monitor['onEvent'] = (event, words) => monitor?.onEvent(event, words)

/** What failed before anybody listened, at most so many, and only where it may be counted. */
const MOST_WAITING = 20

/** Set by whoever reports; failures since the page began are handed over. `undefined` ends it. */
export function setMonitor(next: Monitor | undefined): void {
  monitor = next
  if (next) for (const report of waiting.splice(0)) next.onFailure(report)
}

export type WatchedCall = {
  address: string
  pattern?: string | undefined
  /** Asked again and again: only errors are reported (A§7). */
  quiet?: boolean | undefined
  unreported?: boolean | undefined
}

/** Begins to watch one call; told how it went once. A cancelled call is not reported (A§7). */
export function watchCall(call: WatchedCall, requestId: string) {
  const began = now()
  const path = call.pattern ?? withoutIds(call.address)
  const tell = (failure: Pick<CallReport, 'class' | 'level' | 'http_status'>, id = requestId) => {
    if (call.unreported || (call.quiet && failure.level !== 'error')) return
    const report = { ...failure, path, request_id: id, duration: now() - began }
    if (monitor) monitor.onFailure(report)
    else if (waiting.length < MOST_WAITING && allowsStatistics()) waiting.push(report)
  }
  return {
    answered: (httpStatus: number, body: unknown) => {
      const id = textOf(body, 'request_id') ?? requestId
      if (httpStatus >= 400) tell(httpError(httpStatus), id)
      else if (saysNo(body)) tell({ class: 'api_error', level: 'warning', http_status: httpStatus }, id)
      else if (!call.unreported && !call.quiet) monitor?.onAnswer({ path, duration: now() - began })
    },
    failed: (error: unknown, isCancelled = false) => {
      if (!isCancelled) tell(failureOf(error))
    },
  }
}

/** A path without what stands for somebody or something: ids and numbers, and no query. */
export const withoutIds = (address: string): string =>
  (address.split(/[?#]/)[0] ?? '')
    .split('/')
    .map((part) =>
      /^\d+$|^[0-9a-f-]{12,}$/i.test(part) || part.length > 40 || part.includes('%') || part.includes('@') ? ':id' : part,
    )
    .join('/')

let monitor: Monitor | undefined
const waiting: CallReport[] = []

const httpError = (status: number) =>
  ({ class: 'http_error', level: status >= 500 ? 'error' : 'warning', http_status: status }) as const

function failureOf(error: unknown): Pick<CallReport, 'class' | 'level' | 'http_status'> {
  if (error instanceof Unreachable)
    return { class: error.kind === 'timeout' ? 'timeout_error' : 'network_error', level: 'error', http_status: null }
  const status = typeof error === 'object' && error !== null && 'httpStatus' in error ? Number(error.httpStatus) : 0
  return status >= 400 ? httpError(status) : { class: 'http_error', level: 'error', http_status: status || null }
}

function saysNo(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { status, code } = body as { status?: unknown; code?: unknown }
  return Number(status ?? 0) < 0 || Number(code ?? 0) !== 0
}

function textOf(body: unknown, name: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
