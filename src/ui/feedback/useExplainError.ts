import { ServerError, Refused, Unreachable } from '#shared/client.ts'
import { READ_ONLY, type RefusalName, type RouteSpec } from '#shared/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The message for a failed call, and the request id for a report. */
export type Explanation = { text: string; requestId: string | undefined; isWarning: boolean }

/** A text, a text that is only a warning, or null where the component shows the refusal itself. */
type RefusalText = string | { readonly warning: string } | null

/**
 * The texts of the refusals of a route, by their names; undefined where `failure` says enough. A status that any route may return
 * (404, 422, 429) can have a text, too.
 */
export type RefusalTexts<R extends RouteSpec = never> = { readonly [name in RefusalName<R>]: RefusalText | undefined } & {
  readonly [httpStatus in 404 | 422 | 429]?: RefusalText
}

export type FailureTexts<R extends RouteSpec = never> = {
  /** What was not done: "The folder could not be renamed." The reason follows it, unless a refusal has its own text. */
  readonly failure?: string | undefined
  readonly refusals?: RefusalTexts<R> | undefined
}

/**
 * Returns a function that gives a translated message for any error. Features have their own texts for the named refusals of their
 * routes; without them a refusal gets a general one. Undefined where the text of a refusal is null.
 */
export function useExplainError(): {
  (error: unknown): Explanation
  (error: unknown, texts: FailureTexts): Explanation | undefined
} {
  const t = useTranslations('ui')
  const explain = (error: unknown, { failure, refusals }: FailureTexts = {}) => {
    const own = error instanceof Refused ? ownText(error, refusals) : undefined
    if (own === null) return undefined
    if (own !== undefined) {
      const isWarning = typeof own !== 'string'
      return { text: isWarning ? own.warning : own, requestId: undefined, isWarning }
    }
    const { key, requestId } = reasonOf(error)
    const text = failure === undefined ? t(key) : hasKnownReason(error, key) ? `${failure} ${t(key)}` : failure
    return { text, requestId, isWarning: false }
  }
  return explain as ReturnType<typeof useExplainError>
}

function ownText({ refusal, httpStatus }: Refused, texts: FailureTexts['refusals'] = {}): RefusalText | undefined {
  const key = refusal ?? String(httpStatus)
  return Object.hasOwn(texts, key) ? (texts as Readonly<Record<string, RefusalText>>)[key] : undefined
}

/** Whether the reason says more than that it failed: not for a refusal without a text, nor for a failure of the browser. */
const hasKnownReason = (error: unknown, key: ReasonKey): boolean =>
  key !== 'error_refused' && (key !== 'error_fault' || error instanceof ServerError)

function reasonOf(error: unknown): { key: ReasonKey; requestId?: string | undefined } {
  if (error instanceof Unreachable) return { key: error.kind === 'timeout' ? 'error_timeout' : 'error_unreachable' }
  if (isReadOnly(error)) return { key: 'read_only' }
  if (error instanceof Refused)
    return { key: KEY_BY_STATUS[error.httpStatus] ?? 'error_refused', requestId: nonEmptyString(error.body['request_id']) }
  return { key: 'error_fault', requestId: error instanceof ServerError ? error.requestId || undefined : undefined }
}

type ReasonKey =
  | 'error_timeout'
  | 'error_unreachable'
  | 'read_only'
  | 'error_refused'
  | 'error_gone'
  | 'error_too_many_requests'
  | 'error_fault'

const KEY_BY_STATUS: Readonly<Record<number, ReasonKey>> = {
  404: 'error_gone',
  429: 'error_too_many_requests',
}

/**
 * True when the call was refused because the server is out of disk space, unless the route itself names a refusal with this
 * status.
 */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Refused &&
  error.status === READ_ONLY.status &&
  !Object.values(error.route.refusals ?? {}).some(({ status }) => status === READ_ONLY.status)

const nonEmptyString = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
