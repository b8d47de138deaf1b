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

/** Something the whole app must show, whatever was asked (A§8): region lock -10000, migrate -9999. */
export type ServerNotice = { kind: 'region-locked' | 'migrated'; message: string; link: string | undefined }

/** What the app does when an answer concerns everybody. The token is already gone when `onSignedOut` is called. */
export type SendHandlers = { onSignedOut: () => void; onNotice: (notice: ServerNotice) => void }

export type SendOptions = Partial<SendHandlers> & {
  base?: string
  timeout?: Millis
  /** Whether answers come encrypted where a call does not say (A§7): as the page was built. */
  encrypts?: boolean
}

/** The browser's `Send`, for `client(feature, contract, send)`. */
export const send: Send = (request) => standard(request)

/** Told once by the app at its start, before the first call. */
export function handleAnswers(handlers: SendHandlers): void {
  standard = makeSend(handlers)
}

/**
 * Adds the common headers and the token (A§7), and no cookie unless the call asks for it. Rejects with Unreachable when nobody
 * answers (an aborted call counts as such, A§8) and with Fault when the answer cannot be read. A 401 ends the session (A§8).
 * Failures are told to the monitor.
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
        // Refused for its old token only, and so never carried out.
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
 * `renew` has the server put a new token in the place of the one here, and keeps it; its call says `renews`. From some moment in
 * between the old token is refused: calls made meanwhile wait, and those under way are asked again. Where `renew` signs out and
 * forgets the token, those that waited are never sent: refused, they would look like a session ended elsewhere.
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
 * A full load of another page of ours. Until it is there nothing more is asked: what timers would still ask for after signing out
 * would be refused, and lead away a second time. Should the browser stay after all, calls are made again.
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

/** For what is no call with one answer: a stream of events. Same headers, no time limit, rejects as fetch does. */
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

/** A§7: the build flag. TLS already hides answers from the line; this hides them from whoever ends TLS before the server. */
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
  const { httpStatus, text, retryAfter, isSealed } = await ask(base + address, request, limit, signal)
  const opened = sealed && text !== '' && (isSealed || httpStatus < 300) ? opening(sealed, text, requestId) : text
  return { httpStatus, body: read(httpStatus, await opened, requestId), retryAfter }
}

/** Where the browser or the server cannot, the answer comes plain; where the server has another key by now, it is asked once more. */
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

async function ask(address: string, request: RequestInit, limit: AbortSignal, cancelled: AbortSignal | undefined) {
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

/** A gateway without its server, or a server without its database. */
const isAway = (httpStatus: number): boolean => httpStatus >= 502 && httpStatus <= 504

const wholeSeconds = (text: string | null): number | undefined => (text && /^\d{1,6}$/.test(text) ? Number(text) : undefined)

function read(httpStatus: number, text: string, requestId: string): unknown {
  try {
    return text === '' ? { status: httpStatus < 400 ? 0 : -httpStatus, request_id: requestId } : (JSON.parse(text) as unknown)
  } catch (cause) {
    // A gateway in front of a server that is just starting answers with a page of its own.
    if (isAway(httpStatus)) throw new Unreachable('network', cause)
    throw new Fault(`unreadable answer (HTTP ${httpStatus})`, requestId)
  }
}

/** @NOTE An answer to an older token must not end the session begun since. */
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
