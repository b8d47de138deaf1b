import { Unreachable } from '#shared/client.ts'
import type { Millis } from '#shared/units.ts'
import { allowsStatistics } from './consent.ts'
import { now } from '../timers/time.ts'

/** The report of a failed call. It holds no ids, no query and no content (A§8). */
export type CallReport = {
  class: 'http_error' | 'network_error' | 'timeout_error' | 'api_error'
  level: 'error' | 'warning'
  path: string
  /** Null when there was no response. */
  http_status: number | null
  request_id: string
  duration: Millis
}

/** Additional fields of a report. They contain no ids, names or content. */
export type ReportFields = Readonly<Record<string, string | number>>

/** Receives failed calls, the durations of successful calls, and the measurements and events that features report. */
export type Monitor = {
  onFailure: (report: CallReport) => void
  onResponse: (call: { path: string; duration: Millis }) => void
  onMeasure: (measure: 'upload' | 'audioProcessing', duration: Millis, fields: ReportFields) => void
  onEvent: (event: string, fields: ReportFields) => void
}

/** Reports how long something took (A§9). Does nothing without a monitor, that is, without consent. */
export const reportMeasure: Monitor['onMeasure'] = (measure, duration, fields) => monitor?.onMeasure(measure, duration, fields)

/** Reports an event that is not an API call. Does nothing without a monitor, that is, without consent. */
export const reportEvent: Monitor['onEvent'] = (event, fields) => monitor?.onEvent(event, fields)

/** Maximum number of failures kept until a monitor is set. They are kept only with consent. */
const MAX_PENDING_REPORTS = 20

/** Sets the monitor and passes it the failures since the page was loaded. `undefined` removes it. */
export function setMonitor(next: Monitor | undefined): void {
  monitor = next
  if (next) for (const report of pendingReports.splice(0)) next.onFailure(report)
}

export type MonitoredCall = {
  address: string
  pattern?: string | undefined
  /** For polling: only errors are reported, no warnings (A§7). */
  quiet?: boolean | undefined
  unreported?: boolean | undefined
  /** Whether a body with a negative status is a reply and not a failure. */
  isResult?: ((body: unknown) => boolean) | undefined
}

/** Starts monitoring one call. Exactly one of the returned functions must be called. A cancelled call is not reported (A§7). */
export function monitorCall(call: MonitoredCall, requestId: string) {
  const startedAt = now()
  const path = call.pattern ?? redactIds(call.address)
  const reportFailure = (failure: Pick<CallReport, 'class' | 'level' | 'http_status'>, id = requestId) => {
    if (call.unreported || (call.quiet && failure.level !== 'error')) return
    const report = { ...failure, path, request_id: id, duration: now() - startedAt }
    if (monitor) monitor.onFailure(report)
    else if (pendingReports.length < MAX_PENDING_REPORTS && allowsStatistics()) pendingReports.push(report)
  }
  return {
    responded: (httpStatus: number, body: unknown) => {
      const id = stringField(body, 'request_id') ?? requestId
      if (httpStatus >= 400) reportFailure(httpError(httpStatus), id)
      else if (isRefusal(body) && !call.isResult?.(body))
        reportFailure({ class: 'api_error', level: 'warning', http_status: httpStatus }, id)
      else if (!call.unreported && !call.quiet) monitor?.onResponse({ path, duration: now() - startedAt })
    },
    failed: (error: unknown, isCancelled = false) => {
      if (!isCancelled) reportFailure(toFailureReport(error))
    },
  }
}

/** Returns the path without its query, with ids, numbers and e-mail addresses replaced by `:id`. */
export const redactIds = (address: string): string =>
  (address.split(/[?#]/)[0] ?? '')
    .split('/')
    .map((part) =>
      /^\d+$|^[0-9a-f-]{12,}$/i.test(part) || part.length > 40 || part.includes('%') || part.includes('@') ? ':id' : part,
    )
    .join('/')

let monitor: Monitor | undefined
const pendingReports: CallReport[] = []

const httpError = (status: number) =>
  ({ class: 'http_error', level: status >= 500 ? 'error' : 'warning', http_status: status }) as const

function toFailureReport(error: unknown): Pick<CallReport, 'class' | 'level' | 'http_status'> {
  if (error instanceof Unreachable)
    return { class: error.kind === 'timeout' ? 'timeout_error' : 'network_error', level: 'error', http_status: null }
  const status = typeof error === 'object' && error !== null && 'httpStatus' in error ? Number(error.httpStatus) : 0
  return status >= 400 ? httpError(status) : { class: 'http_error', level: 'error', http_status: status || null }
}

function isRefusal(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false
  const { status, code } = body as { status?: unknown; code?: unknown }
  return Number(status ?? 0) < 0 || Number(code ?? 0) !== 0
}

function stringField(body: unknown, name: string): string | undefined {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined
  return typeof value === 'string' && value !== '' ? value : undefined
}
