import type { Millis } from '#shared/units.ts'
import { hours, minutes, seconds } from '#shared/units.ts'
import { LlmError } from './llm.ts'
import type { LlmErrorKind } from './llm.ts'
import { readTooLong } from './requests/readTooLong.ts'

/**
 * The sentence for each kind in logs and API replies. Pages have their own sentences. Tasks store these sentences and
 * `readModelFailure` looks the kind up by them, so do not change them.
 */
export const LLM_ERROR_MESSAGES: Record<LlmErrorKind, string> = {
  aborted: 'The call to the language model was stopped.',
  timeout: 'The language model did not answer in time.',
  'rate-limit': 'The language model server is busy.',
  quota: 'The quota of the language model is used up.',
  server: 'The language model server answered with an error.',
  'bad-request': 'The language model server refused the request.',
  auth: 'The language model server did not accept the key.',
  'not-found': 'The address has no language model API.',
  'unknown-model': 'The language model server does not know the model.',
  network: 'The language model server cannot be reached.',
  'connection-refused': 'Nothing listens at the address of the language model server.',
  'unknown-host': 'The host name of the language model server is not known.',
  'untrusted-certificate': 'The certificate of the language model server is not signed by an authority that this server trusts.',
  'expired-certificate': 'The certificate of the language model server has expired or is not valid yet.',
  'wrong-certificate-host': 'The certificate of the language model server is for another host name.',
  'no-https': 'The language model server does not speak HTTPS.',
  redirect: 'The address of the language model leads to another one.',
  'no-api': 'Something else than a language model answers at this address.',
  'broken-off': 'The connection ended within the answer of the language model.',
  'refused-answer': 'The language model refused to answer.',
  'empty-answer': 'The language model gave an empty answer.',
  'cut-answer': 'The answer of the language model reached its maximum before its end.',
  'endless-answer': 'The answer of the language model does not end.',
  'unusable-answer': 'The language model gave an answer that cannot be used.',
  'too-long': 'The request is longer than what the language model reads.',
}

/**
 * Converts anything that a call to a model throws into an LlmError.
 *
 * @NOTE The error of the SDK contains the whole request with the transcript, and a server may repeat the key in its message.
 * Neither may be logged, so the cause keeps only a shortened message with the key redacted.
 */
export function toLlmError(thrown: unknown, signal: AbortSignal, secret?: string): LlmError {
  const chain = causeChain(thrown)
  const known = chain.find((error) => error instanceof LlmError)
  if (signal.aborted) return known?.kind === 'aborted' ? known : new LlmError('aborted', LLM_ERROR_MESSAGES.aborted)
  if (known) return known
  const status = httpStatusOf(thrown)
  const body = responseBodyOf(thrown)
  const tooLong = readTooLong(status, body)
  const kind = tooLong?.kind === 'context' ? 'too-long' : status === undefined ? withoutStatus(chain) : statusKind(status, body)
  const message = status ? `${LLM_ERROR_MESSAGES[kind]} (HTTP ${status})` : LLM_ERROR_MESSAGES[kind]
  return new LlmError(kind, message, redactedCause(thrown, secret), tooLong?.tokens ?? null)
}

/**
 * Returns the HTTP status of an SDK error, or undefined when there was no response. An error within a stream carries its own
 * status.
 */
export function httpStatusOf(thrown: unknown): number | undefined {
  const status = property(refusalIn(thrown), 'statusCode')
  return typeof status === 'number' ? status : undefined
}

/** Returns what the server sent with an error, or an empty text. It may repeat the request, so it is never logged. */
export function responseBodyOf(thrown: unknown): string {
  const body = property(refusalIn(thrown), 'responseBody')
  return typeof body === 'string' ? body : ''
}

const refusalIn = (thrown: unknown): unknown => causeChain(thrown).find((error) => Number(property(error, 'statusCode')) >= 400)

const SPENT =
  /insufficient[_ ](?:quota|balance|credit|funds)|credit balance|out of credits|payment required|arrearage|余额不足|餘額不足|欠费|per[- ]?day\b|PerDay|daily (?:limit|quota)/i
/** Servers that only limit the frequency of calls also use these words. */
const MAY_BE_SPENT = /exceeded your current quota|billing/i
const WRONG_KEY =
  /api[ _-]?key (?:is )?(?:not valid|invalid|incorrect|expired)|(?:invalid|incorrect|wrong|expired)[ _-]api[ _-]?key|API_KEY_INVALID|(?:missing or )?invalid authorization|authentication[_ ](?:error|failed)/i
const FILTERED =
  /content[_ ]?filter|content management policy|data_?inspection_?failed|moderation|flagged|safety (?:system|filter|policy)|inappropriate content|内容安全|敏感内容|不安全内容/i
const UNKNOWN_MODEL =
  /model_not_found|model_not_exist|DeploymentNotFound|models?\/[\w.-]{1,80} is not found|unable to access model|decommissioned|模型不存在|model identifier is invalid|no such model|unknown model|invalid model|model ['"\x60\w:./ -]{0,120}(?:not (?:found|exist|supported|available|loaded)|does not exist|is not a valid|doesn't exist)|not a valid model|try pulling it/i
const NEEDS_HTTPS = /http request to an https server|plain http request was sent to https|requires tls/i

/** Returns the kind of an error with an HTTP status. */
function statusKind(status: number, body: string): LlmErrorKind {
  if (status === 402 || ([400, 403, 429].includes(status) && SPENT.test(body))) return 'quota'
  if ((status === 403 || (status === 429 && !ASKS_TO_WAIT.test(body))) && MAY_BE_SPENT.test(body)) return 'quota'
  if ([400, 403, 422].includes(status) && FILTERED.test(body)) return 'refused-answer'
  if (status === 400 && WRONG_KEY.test(body)) return 'auth'
  if (status === 401 || status === 403 || status === 407) return 'auth'
  if (status === 429) return 'rate-limit'
  if (status === 408 || status === 504 || status === 524) return 'timeout'
  if ([400, 404, 410, 422].includes(status) && UNKNOWN_MODEL.test(body)) return 'unknown-model'
  if (status === 400 && NEEDS_HTTPS.test(body)) return 'no-api'
  if (status === 404 || status === 405 || status === 410) return 'not-found'
  return status >= 500 ? 'server' : 'bad-request'
}

/**
 * Returns the kind of an error without an HTTP status. When the connection breaks after the response has begun, the answer is
 * incomplete.
 */
function withoutStatus(chain: readonly unknown[]): LlmErrorKind {
  const kind = connectionKind(chain)
  const hasBegun = chain.some((error) => typeof property(error, 'statusCode') === 'number' || isTerminated(error))
  return kind === 'network' && hasBegun ? 'broken-off' : kind
}

/** The error of undici for a response whose connection breaks. */
const isTerminated = (error: unknown): boolean => error instanceof TypeError && error.message === 'terminated'

/** Error codes of Node, undici and OpenSSL, and their kinds. */
const CONNECTION_CODES: readonly (readonly [code: RegExp, kind: LlmErrorKind])[] = [
  [/^(?:ENOTFOUND|EAI_\w+|ENODATA)$/, 'unknown-host'],
  [/^ECONNREFUSED$/, 'connection-refused'],
  [/^(?:CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/, 'expired-certificate'],
  [/^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/, 'wrong-certificate-host'],
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|INVALID_CA|PATH_LENGTH_EXCEEDED)$/,
    'untrusted-certificate',
  ],
  [/^(?:EPROTO|ERR_SSL_\w+|ERR_TLS_\w+)$/, 'no-https'],
  [/^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/, 'timeout'],
  [/^(?:UND_ERR_\w+|E[A-Z]+)$/, 'network'],
]

/** Returns the kind of an error without a response: a failed connection or a timeout. */
function connectionKind(chain: readonly unknown[]): LlmErrorKind {
  const codes = chain.flatMap((error) => {
    const code = property(error, 'code')
    // Several addresses of a host were tried: the error of the first one counts.
    const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : []
    return [code, property(first, 'code')].filter((each) => typeof each === 'string')
  })
  const names = chain.map((error) => property(error, 'name'))
  if (names.includes('TimeoutError') || names.includes('AbortError')) return 'timeout'
  for (const [pattern, kind] of CONNECTION_CODES) if (codes.some((code) => pattern.test(code))) return kind
  if (names.includes('AI_APICallError') || chain.some((error) => error instanceof TypeError)) return 'network'
  return 'server'
}

/** A duration as servers write it: `20 seconds`, `4.77s`, `1m2.5s`, `8h32m1.5s`. */
const DURATION = String.raw`(?:\d+(?:\.\d+)?\s?(?:ms|milliseconds?|h(?:ours?)?|m(?:in(?:utes?)?)?|s(?:ec(?:onds?)?)?)(?![a-z])\s?)+`
const WAIT_IN_TEXT = new RegExp(
  `(?:try again|retry)(?: your request)?(?: after| in)? (${DURATION})|"retryDelay"\\s*:\\s*"(${DURATION})"`,
  'i',
)
/** Matches the error of a server that is called too often: it names a waiting time, or the unit of its limit. */
const ASKS_TO_WAIT = new RegExp(`${WAIT_IN_TEXT.source}|per[- ]?minute|PerMinute|\\b[TR]PM\\b`, 'i')
const UNITS: Readonly<Record<string, Millis>> = { ms: 1, s: seconds(1), m: minutes(1), h: hours(1) }

/** Parses a duration such as `1m2.5s`. */
const readDuration = (text: string): Millis =>
  [...text.matchAll(/(\d+(?:\.\d+)?)\s?(ms|milli|[hms])/gi)].reduce(
    (sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit === 'milli' ? 'ms' : unit.toLowerCase()] ?? 0),
    0,
  )

/** Returns how long the server asks to wait before the next request, or null. */
export function readRetryAfter(thrown: unknown, now: Date): Millis | null {
  const headers = property(refusalIn(thrown), 'responseHeaders')
  const header = (name: string) => property(headers, name)
  const inMs = Number(header('retry-after-ms'))
  if (inMs > 0) return inMs
  const after = header('retry-after')
  if (typeof after === 'string' && after.trim() !== '') {
    const inSeconds = Number(after)
    if (inSeconds >= 0) return seconds(inSeconds)
    const written = readDuration(after)
    if (new RegExp(`^${DURATION}$`, 'i').test(after.trim())) return written
    const date = Date.parse(after)
    if (!Number.isNaN(date)) return Math.max(0, date - now.getTime())
  }
  const [, wait, delay] = WAIT_IN_TEXT.exec(responseBodyOf(thrown).slice(0, 16_000)) ?? []
  const text = wait ?? delay
  return text === undefined ? null : readDuration(text)
}

function redactedCause(thrown: unknown, secret: string | undefined): Error {
  const message = thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  return new Error((secret ? message.replaceAll(secret, '***') : message).replace(/sk-[\w*-]+/g, '***').slice(0, 300))
}

function causeChain(thrown: unknown): unknown[] {
  const errors: unknown[] = []
  for (let current = thrown; current !== undefined && current !== null && errors.length < 8; current = property(current, 'cause'))
    errors.push(current)
  return errors
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}
