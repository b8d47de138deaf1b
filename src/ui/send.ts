import { Fault, Unreachable } from '#kit/client.ts'
import type { Send } from '#kit/client.ts'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { newId } from './newId.ts'
import { noteReached } from './reachability.ts'
import { forgetToken, readToken } from './token.ts'

/** Something the whole app must show, whatever was asked (A§8): region lock -10000, migrate -9999. */
export type ServerNotice = { kind: 'region-locked' | 'migrated'; message: string; link: string | undefined }

/** What the app does when an answer concerns everybody. The token is already gone when `onSignedOut` is called. */
export type SendHandlers = { onSignedOut: () => void; onNotice: (notice: ServerNotice) => void }

export type SendOptions = Partial<SendHandlers> & { base?: string; timeout?: Millis }

/** The browser's `Send`, for `client(feature, contract, send)`. */
export const send: Send = (request) => standard(request)

/** Told once by the app at its start, before the first call. */
export function handleAnswers(handlers: SendHandlers): void {
  standard = makeSend(handlers)
}

/**
 * Adds the common headers and the token (A§7), never cookies. Rejects with Unreachable when nobody answers (an aborted
 * call counts as such, A§8) and with Fault when the answer cannot be read. A 401 ends the session (A§8).
 */
export function makeSend({ base = '/api', timeout = seconds(10), onSignedOut, onNotice }: SendOptions = {}): Send {
  return async ({ method, address, headers, body, signal }) => {
    const requestId = newId()
    const token = readToken()
    const common = commonHeaders(requestId, token)
    const { raw, type } = payload(body)
    const limit = AbortSignal.timeout(timeout)
    const request = {
      method,
      headers: { ...common, ...type, ...headers },
      body: raw,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }
    const { httpStatus, text } = await ask(base + address, request, limit, signal)
    const answer = { httpStatus, body: read(httpStatus, text, requestId) }
    if (httpStatus === 401) endSession(token, onSignedOut)
    tellNotice(answer.body, onNotice)
    return answer
  }
}

/** For what is no call with one answer: a stream of events. Same headers, no time limit, rejects as fetch does. */
export function openStream(
  address: string,
  { token, headers, signal }: { token: string | undefined; headers: Record<string, string>; signal: AbortSignal },
) {
  return fetch(address, {
    headers: { ...commonHeaders(newId(), token), ...headers },
    signal,
    credentials: 'omit',
    cache: 'no-store',
  })
}

let standard = makeSend()

function commonHeaders(requestId: string, token: string | undefined): Record<string, string> {
  const headers = { 'edit-from': 'web', 'app-platform': 'web', 'x-request-id': requestId }
  return token ? { ...headers, authorization: `Bearer ${token}` } : headers
}

function payload(body: unknown): { raw?: BodyInit; type: Record<string, string> } {
  if (body === undefined) return { type: {} }
  if (body instanceof Blob || body instanceof FormData || body instanceof ArrayBuffer) return { raw: body, type: {} }
  return { raw: JSON.stringify(body), type: { 'content-type': 'application/json' } }
}

async function ask(address: string, request: RequestInit, limit: AbortSignal, cancelled: AbortSignal | undefined) {
  try {
    const response = await fetch(address, { ...request, credentials: 'omit', cache: 'no-store' })
    const text = await response.text()
    noteReached(true)
    return { httpStatus: response.status, text }
  } catch (cause) {
    const late = limit.aborted && !cancelled?.aborted
    if (!cancelled?.aborted) noteReached(false)
    throw new Unreachable(late ? 'timeout' : 'network', cause)
  }
}

function read(httpStatus: number, text: string, requestId: string): unknown {
  try {
    return text === '' ? { status: 0, request_id: requestId } : (JSON.parse(text) as unknown)
  } catch (cause) {
    // A gateway in front of a server that is just starting answers with a page of its own.
    if (httpStatus >= 502 && httpStatus <= 504) throw new Unreachable('network', cause)
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
