import { Fault, Unreachable } from '#kit/client.ts'
import type { Send } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { watchCall } from './monitor.ts'
import { newId } from './newId.ts'
import { noteReached, noteReadOnly } from './reachability.ts'
import type { SealedCall } from './sealedAnswers.ts'
import { STORED, recallText } from './storage.ts'
import { after } from './time.ts'
import { forgetToken, readToken } from './token.ts'

/** A notice that any response can carry and the app must show (A§8): status -10000 is a region lock, -9999 a migration. */
export type ServerNotice = { kind: 'region-locked' | 'migrated'; message: string; link: string | undefined }

/** Called for responses that concern the whole app. The token is already removed when `onSignedOut` is called. */
export type SendHandlers = { onSignedOut: () => void; onNotice: (notice: ServerNotice) => void }

export type SendOptions = Partial<SendHandlers> & {
  base?: string
  timeout?: Millis
  /** Whether to ask for encrypted responses when a call does not set it (A§7). The default comes from the build. */
  encrypts?: boolean
}

/** The `Send` of the browser, for `client(feature, contract, send)`. */
export const send: Send = (request) => standard(request)

/** Sets the handlers of `send`. The app calls it once at its start, before the first call. */
export function handleAnswers(handlers: SendHandlers): void {
  standard = makeSend(handlers)
}

/**
 * Creates a `Send` that adds the common headers and the token (A§7), and cookies only if the call sets `withCookie`. It rejects
 * with Unreachable when there is no response or the call is aborted (A§8), and with Fault when the response is not readable. A
 * 401 ends the session (A§8). Failures go to the monitor.
 */
export function makeSend({ base = '/api', timeout = seconds(10), encrypts = ENCRYPTS, ...handlers }: SendOptions = {}): Send {
  const ask: Send = async (asked) => {
    if (isLeaving) return new Promise(() => {})
    const held = readToken()
    if (!asked.renews && renewing) await renewing
    const before = renewals
    const token = asked.noToken ? undefined : readToken()
    if (held && !token && !asked.noToken) throw new Unreachable('network')
    const call = { ...asked, base, token, requestId: newId(), limit: AbortSignal.timeout(timeout) }
    const watched = watchCall(asked, call.requestId)
    try {
      const answer = (asked.encrypted ?? encrypts) ? await exchangeSealed(call) : await exchange(call)
      watched.answered(answer.httpStatus, answer.body)
      if (answer.httpStatus === 401 && !asked.noToken) {
        if (!asked.renews) await renewing
        // Rejected only because the token was outdated, so the server did not execute it and a retry is safe.
        if (renewals !== before && readToken()) return await ask(asked)
        endSession(token, handlers.onSignedOut)
      }
      tellNotice(answer.body, handlers.onNotice)
      return answer
    } catch (error) {
      watched.failed(error, asked.signal?.aborted)
      throw error
    }
  }
  return ask
}

/**
 * Runs `renew`, which replaces the token on the server and stores the new one; its call sets `renews`. The server rejects the
 * old token from some moment in between, so new calls wait and calls in flight are retried. If `renew` signs out and clears the
 * token, the waiting calls are never sent: their rejection would look like a session that ended elsewhere.
 */
export async function whileRenewing<T>(renew: () => Promise<T>): Promise<T> {
  const renewed = renew()
  const over = renewed.then(
    () => void (renewals += 1),
    () => {},
  )
  renewing = over
  try {
    return await renewed
  } finally {
    await over
    if (renewing === over) renewing = undefined
  }
}

/**
 * Loads another page of the app. No calls are sent until then: after a sign-out, timers would send calls that the server rejects,
 * and each rejection would navigate again. If the browser stays on the page, calls are sent again after 10 seconds.
 */
export function leaveFor(address: string): void {
  isLeaving = true
  after(LONGEST_LEAVING, () => (isLeaving = false))
  location.assign(address)
}

const LONGEST_LEAVING = seconds(10)
let isLeaving = false
let renewing: Promise<void> | undefined
let renewals = 0

/** Opens an event stream with the common headers and without a time-out. Rejects as fetch does. */
export async function openStream(
  address: string,
  { token, headers, signal }: { token: string | undefined; headers: Record<string, string>; signal: AbortSignal },
) {
  if (isLeaving) throw new Unreachable('network')
  return fetch(address, {
    headers: { ...commonHeaders(newId(), token), ...headers },
    signal,
    credentials: 'omit',
    cache: 'no-store',
  })
}

/** The build flag of A§7. TLS already encrypts the connection; this also hides responses from proxies that terminate TLS. */
const ENCRYPTS = import.meta.env?.['VITE_ENCRYPT_RESPONSES'] === 'on'

let standard = makeSend()

type SentCall = Parameters<Send>[0] & { base: string; token: string | undefined; requestId: string; limit: AbortSignal }
type Answer = Awaited<ReturnType<Send>>

async function exchange(call: SentCall, sealed?: SealedCall): Promise<Answer> {
  const { base, address, method, headers, body, signal, limit, requestId, token, withCookie } = call
  const { raw, type } = method === 'GET' || method === 'HEAD' ? payload(undefined) : payload(body)
  const request = {
    method,
    headers: {
      ...commonHeaders(requestId, token),
      ...type,
      ...(sealed && { 'x-encrypt-response': sealed.header }),
      ...headers,
    },
    body: raw,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
    credentials: withCookie ? ('same-origin' as const) : ('omit' as const),
  }
  const { httpStatus, text, retryAfter, isSealed } = await fetchText(base + address, request, limit, signal)
  const opened = sealed && text !== '' && (isSealed || httpStatus < 300) ? opening(sealed, text, requestId) : text
  return { httpStatus, body: read(httpStatus, await opened, requestId), retryAfter }
}

/**
 * Sends a call with an encrypted response, or a plain one where browser or server do not support it. Retries once when the
 * server has a new key.
 */
async function exchangeSealed(call: SentCall): Promise<Answer> {
  const { forgetServerKey, sealedCall } = await import('./sealedAnswers.ts')
  const readKey = async () => {
    const plain = { method: 'GET', address: '/config/security', headers: {}, body: undefined, withCookie: false }
    return (await exchange({ ...call, ...plain, token: undefined })).body
  }
  const begun = async () => (await sealedCall(call.base, call.requestId, readKey)) ?? undefined
  const answer = await exchange(call, await begun())
  const { field } = (answer.body ?? {}) as { field?: unknown }
  if (answer.httpStatus !== 422 || field !== 'x-encrypt-response') return answer
  forgetServerKey(call.base)
  return exchange(call, await begun())
}

async function opening(sealed: SealedCall, text: string, requestId: string): Promise<string> {
  try {
    return await sealed.open(text)
  } catch {
    throw new Fault('the answer was not encrypted as it was asked for', requestId)
  }
}

function commonHeaders(requestId: string, token: string | undefined): Record<string, string> {
  const device = recallText(STORED.userTag)
  return {
    'edit-from': 'web',
    'app-platform': 'web',
    'x-request-id': requestId,
    ...(device && { 'x-device-id': device }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
}

function payload(body: unknown): { raw?: BodyInit; type: Record<string, string> } {
  if (body === undefined) return { type: {} }
  if (body instanceof Blob || body instanceof FormData || body instanceof ArrayBuffer) return { raw: body, type: {} }
  return { raw: JSON.stringify(body), type: { 'content-type': 'application/json' } }
}

async function fetchText(address: string, request: RequestInit, limit: AbortSignal, cancelled: AbortSignal | undefined) {
  try {
    const response = await fetch(address, { ...request, cache: 'no-store' })
    const text = await response.text()
    noteReached(!isAway(response.status))
    if (response.ok) noteReadOnly(response.headers.has('x-read-only'))
    const retryAfter = wholeSeconds(response.headers.get('retry-after'))
    return { httpStatus: response.status, text, retryAfter, isSealed: response.headers.has('x-encrypted-response') }
  } catch (cause) {
    const late = limit.aborted && !cancelled?.aborted
    if (!cancelled?.aborted) noteReached(false)
    throw new Unreachable(late ? 'timeout' : 'network', cause)
  }
}

/** True when the gateway cannot reach the server, or the server cannot reach its database. */
const isAway = (httpStatus: number): boolean => httpStatus >= 502 && httpStatus <= 504

const wholeSeconds = (text: string | null): number | undefined => (text && /^\d{1,6}$/.test(text) ? Number(text) : undefined)

function read(httpStatus: number, text: string, requestId: string): unknown {
  try {
    return text === '' ? { status: httpStatus < 400 ? 0 : -httpStatus, request_id: requestId } : (JSON.parse(text) as unknown)
  } catch (cause) {
    // While the server starts, a gateway in front of it responds with its own HTML page.
    if (isAway(httpStatus)) throw new Unreachable('network', cause)
    throw new Fault(`unreadable answer (HTTP ${httpStatus})`, requestId)
  }
}

/** @NOTE The rejection of an old token must not end a newer session. */
function endSession(token: string | undefined, onSignedOut: (() => void) | undefined): void {
  if (token !== readToken()) return
  forgetToken()
  onSignedOut?.()
}

function tellNotice(body: unknown, onNotice: SendHandlers['onNotice'] | undefined): void {
  if (typeof body !== 'object' || body === null || !('status' in body)) return
  const kind = body.status === -10000 ? 'region-locked' : body.status === -9999 ? 'migrated' : undefined
  if (!kind) return
  const words = body as { msg?: unknown; link?: unknown }
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  onNotice?.({ kind, message: text(words.msg) ?? '', link: text(words.link) })
}
