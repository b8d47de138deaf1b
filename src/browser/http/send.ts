import { ServerError, Unreachable } from '#shared/client.ts'
import type { Send } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { monitorCall } from '../monitoring/monitor.ts'
import { API_URL } from './apiUrl.ts'
import { keepEarlyResponse, takeEarlyResponse } from './earlyResponses.ts'
import { newId } from '#browser/random/random.ts'
import { setReachable, setReadOnly } from './reachability.ts'
import type { EncryptedCall } from './encryptedResponses.ts'
import { STORAGE_KEYS, getString } from '../storage/storage.ts'
import { after } from '../timers/time.ts'
import { clearToken, readToken } from '../session/token.ts'

/** A notice that any response may carry and the app must show (A§8): status -10000 is a region lock, -9999 a migration. */
export type ServerNotice = { kind: 'region-locked' | 'migrated'; message: string; link: string | undefined }

/** Called for responses that concern the whole app. The token is already removed when `onSignedOut` is called. */
export type SendHandlers = { onSignedOut: () => void; onNotice: (notice: ServerNotice) => void }

export type SendOptions = Partial<SendHandlers> & {
  base?: string
  timeout?: Millis
  /** Whether to request encrypted responses when a call does not set it (A§7). The default comes from the build. */
  encryptResponses?: boolean
}

/** The `Send` of the browser, for `client(feature, contract, send)`. */
export const send: Send = (request) => takeEarlyResponse(request) ?? defaultSend(request)

/**
 * Sends a GET request before the code that reads its response is loaded. The first call to the same address within ten seconds
 * receives the response. `pattern` is the path as in the contract, `address` the path with its query string.
 */
export function sendEarly(pattern: string, address: string = pattern): void {
  keepEarlyResponse(address, defaultSend({ method: 'GET', address, headers: {}, body: undefined, pattern }))
}

/** Sets the handlers of `send`. The app calls it once at its start, before the first call. */
export function setSendHandlers(handlers: SendHandlers): void {
  defaultSend = createSend(handlers)
}

/**
 * Creates a `Send` that adds the common headers and the token (A§7), and cookies only if the call sets `withCookie`. It rejects
 * with Unreachable when there is no response or the call is aborted (A§8), and with ServerError when the response cannot be parsed.
 * A 401 ends the session (A§8). Failures are passed to the monitor.
 */
export function createSend({
  base = API_URL,
  timeout = seconds(10),
  encryptResponses = ENCRYPT_RESPONSES,
  ...handlers
}: SendOptions = {}): Send {
  const sendRequest: Send = async (request) => {
    if (isLeaving) return new Promise(() => {})
    const tokenBefore = readToken()
    if (!request.refreshesToken && renewing) await renewing
    const renewalsBefore = renewalCount
    const token = request.noToken ? undefined : readToken()
    if (tokenBefore && !token && !request.noToken) throw new Unreachable('network')
    const call = { ...request, base, token, requestId: newId(), timeoutSignal: AbortSignal.timeout(request.timeout ?? timeout) }
    const monitored = monitorCall(request, call.requestId)
    try {
      const response = (request.encrypted ?? encryptResponses) ? await exchangeEncrypted(call) : await exchange(call)
      monitored.responded(response.httpStatus, response.body)
      if (response.httpStatus === 401 && !request.noToken) {
        if (!request.refreshesToken) await renewing
        // Rejected only because the token was outdated, so the server did not execute it and a retry is safe.
        if (renewalCount !== renewalsBefore && readToken()) return await sendRequest(request)
        endSession(token, handlers.onSignedOut)
      }
      publishNotice(response.body, handlers.onNotice)
      return response
    } catch (error) {
      monitored.failed(error, request.signal?.aborted)
      throw error
    }
  }
  return sendRequest
}

/**
 * Runs `renew`, which replaces the token on the server and stores the new one; its call sets `refreshesToken`. The server rejects
 * the old token from some moment during the call, so new calls wait and calls in flight are retried. If `renew` signs out and
 * clears the token, the waiting calls are never sent, because their rejection would look like a session that ended elsewhere.
 */
export async function withTokenRenewal<T>(renew: () => Promise<T>): Promise<T> {
  const renewal = renew()
  const settled = renewal.then(
    () => void (renewalCount += 1),
    () => {},
  )
  renewing = settled
  try {
    return await renewal
  } finally {
    await settled
    if (renewing === settled) renewing = undefined
  }
}

/**
 * Loads another page of the app. No calls are sent until then: after a sign-out, timers would send calls that the server rejects,
 * and each rejection would navigate again. If the browser stays on the page, calls are sent again after 10 seconds.
 */
export function navigateAway(address: string): void {
  isLeaving = true
  after(LEAVE_TIMEOUT, () => (isLeaving = false))
  location.assign(address)
}

const LEAVE_TIMEOUT = seconds(10)
let isLeaving = false
let renewing: Promise<void> | undefined
let renewalCount = 0

/** Opens an event stream with the common headers and without a timeout. Rejects as fetch does. */
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
const ENCRYPT_RESPONSES = import.meta.env?.['VITE_ENCRYPT_RESPONSES'] === 'on'

let defaultSend = createSend()

type PreparedCall = Parameters<Send>[0] & {
  base: string
  token: string | undefined
  requestId: string
  timeoutSignal: AbortSignal
}
type SendResult = Awaited<ReturnType<Send>>

async function exchange(call: PreparedCall, encryption?: EncryptedCall): Promise<SendResult> {
  const { base, address, method, headers, body, signal, timeoutSignal, requestId, token, withCookie } = call
  const { raw, type } = method === 'GET' || method === 'HEAD' ? payload(undefined) : payload(body)
  const init = {
    method,
    headers: {
      ...commonHeaders(requestId, token),
      ...(AI_CALL.test(address) && { 'app-language': document.documentElement.lang }),
      ...type,
      ...(encryption && { 'x-encrypt-response': encryption.header }),
      ...headers,
    },
    body: raw,
    signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
    credentials: withCookie ? ('same-origin' as const) : ('omit' as const),
  }
  const options = { timeoutSignal, cancelled: signal, onText: call.onText }
  const { httpStatus, text, retryAfter, isEncrypted } = await fetchText(base + address, init, options)
  const decrypted =
    encryption && text !== '' && (isEncrypted || httpStatus < 300) ? decryptBody(encryption, text, requestId) : text
  return { httpStatus, body: parseBody(httpStatus, await decrypted, requestId), retryAfter }
}

/**
 * Sends a call with an encrypted response, or a plain one where browser or server do not support it. Retries once when the
 * server has a new key.
 */
async function exchangeEncrypted(call: PreparedCall): Promise<SendResult> {
  const { clearServerKey, prepareEncryptedCall } = await import('./encryptedResponses.ts')
  const fetchKey = async () => {
    const keyRequest = { method: 'GET', address: '/config/security', headers: {}, body: undefined, withCookie: false }
    return (await exchange({ ...call, ...keyRequest, token: undefined })).body
  }
  const prepare = async () => (await prepareEncryptedCall(call.base, call.requestId, fetchKey)) ?? undefined
  const response = await exchange(call, await prepare())
  const { field } = (response.body ?? {}) as { field?: unknown }
  if (response.httpStatus !== 422 || field !== 'x-encrypt-response') return response
  clearServerKey(call.base)
  return exchange(call, await prepare())
}

async function decryptBody(encryption: EncryptedCall, text: string, requestId: string): Promise<string> {
  try {
    return await encryption.decrypt(text)
  } catch {
    throw new ServerError('the response was not encrypted as requested', requestId)
  }
}

/** The calls whose texts are in the language of the page (B§7). */
const AI_CALL = /^\/(?:ai|summary)\//

function commonHeaders(requestId: string, token: string | undefined): Record<string, string> {
  const device = getString(STORAGE_KEYS.userTag)
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

type FetchOptions = { timeoutSignal: AbortSignal; cancelled: AbortSignal | undefined; onText: PreparedCall['onText'] }

async function fetchText(address: string, request: RequestInit, { timeoutSignal, cancelled, onText }: FetchOptions) {
  try {
    const response = await fetch(address, { ...request, cache: 'no-store' })
    const text = onText && response.body ? await readParts(response.body, onText) : await response.text()
    setReachable(!isUnavailable(response.status))
    if (response.ok) setReadOnly(response.headers.has('x-read-only'))
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'))
    return { httpStatus: response.status, text, retryAfter, isEncrypted: response.headers.has('x-encrypted-response') }
  } catch (cause) {
    const isTimeout = timeoutSignal.aborted && !cancelled?.aborted
    if (!cancelled?.aborted) setReachable(false)
    throw new Unreachable(isTimeout ? 'timeout' : 'network', cause)
  }
}

/** Reads a body to its end and reports the text received so far. */
async function readParts(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true })
    onText(text)
  }
  return text + decoder.decode()
}

/** True when the gateway cannot reach the server, or the server cannot reach its database. */
const isUnavailable = (httpStatus: number): boolean => httpStatus >= 502 && httpStatus <= 504

const parseRetryAfter = (text: string | null): number | undefined => (text && /^\d{1,6}$/.test(text) ? Number(text) : undefined)

function parseBody(httpStatus: number, text: string, requestId: string): unknown {
  try {
    return text === '' ? { status: httpStatus < 400 ? 0 : -httpStatus, request_id: requestId } : (JSON.parse(text) as unknown)
  } catch (cause) {
    // While the server starts, a gateway in front of it responds with its own HTML page.
    if (isUnavailable(httpStatus)) throw new Unreachable('network', cause)
    throw new ServerError(`unreadable response (HTTP ${httpStatus})`, requestId)
  }
}

/** @NOTE The rejection of an old token must not end a newer session. */
function endSession(token: string | undefined, onSignedOut: (() => void) | undefined): void {
  if (token !== readToken()) return
  clearToken()
  onSignedOut?.()
}

function publishNotice(body: unknown, onNotice: SendHandlers['onNotice'] | undefined): void {
  if (typeof body !== 'object' || body === null || !('status' in body)) return
  const kind = body.status === -10000 ? 'region-locked' : body.status === -9999 ? 'migrated' : undefined
  if (!kind) return
  const fields = body as { msg?: unknown; link?: unknown }
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  onNotice?.({ kind, message: text(fields.msg) ?? '', link: text(fields.link) })
}
