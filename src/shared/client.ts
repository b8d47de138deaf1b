import type { Contract, Input, RefusalName, Reply, RouteSpec } from './contract.ts'
import type { Millis } from './units.ts'

/** Sends one request. The browser and the tests have their own implementations. */
export type Send = (request: {
  method: string
  /** The path below the API root with parameters and query string filled in. */
  address: string
  headers: Record<string, string>
  body: unknown
  signal?: AbortSignal | undefined
  /** Sends the cookies of this origin, only for calls bound to this browser. */
  withCookie?: boolean | undefined
  /** Sends no access token (A§7). */
  noToken?: boolean | undefined
  /** The response replaces or ends the access token, so this call does not wait for a refresh of the token. */
  refreshesToken?: boolean | undefined
  /** Requests a response that is encrypted inside TLS (A§7), if the browser supports it. */
  encrypted?: boolean | undefined
  /** A polling call: of its failures, only errors are reported (A§7). */
  quiet?: boolean | undefined
  /** Timeout for the response, if the default is too short. */
  timeout?: Millis | undefined
  /** Failures are not reported, because the call itself sends the report. */
  unreported?: boolean | undefined
  /** The path as in the contract, for reports without user ids. */
  pattern?: string | undefined
  /** Called while the response is streamed, with all of its text so far. */
  onText?: ((text: string) => void) | undefined
  /** Whether a body with a negative status is a reply and not a refusal. Such a reply is not reported as a failure. */
  isResult?: ((body: unknown) => boolean) | undefined
}) => Promise<{ httpStatus: number; body: unknown; retryAfter?: number | undefined }>

/** Options of one call, with the same meaning as in `Send`. */
export type CallOptions = {
  signal?: AbortSignal
  withCookie?: boolean
  noToken?: boolean
  refreshesToken?: boolean
  encrypted?: boolean
  quiet?: boolean
  unreported?: boolean
  timeout?: Millis
  onText?: (text: string) => void
  isResult?: (body: unknown) => boolean
}

/** A refusal that the contract declares, or a 4xx status. `status` is negative. */
export class Refused extends Error {
  readonly route: RouteSpec
  readonly status: number
  readonly httpStatus: number
  /** The name of the refusal in the contract. Undefined for statuses that every route may return (401, 404, 422, 429). */
  readonly refusal: string | undefined
  readonly body: Record<string, unknown>
  /** Seconds to wait before the next attempt, when the server sent Retry-After (429). */
  readonly retryAfter: number | undefined
  constructor(spec: RouteSpec, httpStatus: number, body: Record<string, unknown>, retryAfter?: number) {
    super(typeof body['msg'] === 'string' ? body['msg'] : `status ${String(body['status'])}`)
    this.name = 'Refused'
    this.route = spec
    this.status = Number(body['status'] || body['code'] || -httpStatus)
    this.httpStatus = httpStatus
    const refusals = httpStatus === 200 ? Object.entries(spec.refusals ?? {}) : []
    this.refusal = refusals.find(([, { status }]) => status === this.status)?.[0]
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** A failure of the server: a 5xx response or one that cannot be parsed. Reports contain `requestId`. */
export class ServerError extends Error {
  readonly requestId: string
  constructor(message: string, requestId: string) {
    super(message)
    this.name = 'ServerError'
    this.requestId = requestId
  }
}

/** The server did not respond: no network, a timeout, or a server that is temporarily unavailable (503). */
export class Unreachable extends Error {
  readonly kind: 'network' | 'timeout'
  /** Seconds to wait before the next attempt, when the server sent Retry-After (503). */
  readonly retryAfter: number | undefined
  constructor(kind: 'network' | 'timeout', cause?: unknown, retryAfter?: number) {
    super(kind === 'timeout' ? 'the server did not answer in time' : 'the server cannot be reached', { cause })
    this.name = 'Unreachable'
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

type Call<R extends RouteSpec> = {
  (input: Input<R>, options?: CallOptions): Promise<Reply<R> & { status: number; request_id: string }>
  readonly route: R
  /** The query key of this call: the feature, the path and the input. Without input it matches every query of the route. */
  key: (input?: Input<R>) => readonly unknown[]
}
export type Client<C extends Contract> = { readonly [K in keyof C]: Call<C[K]> }

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
}

/** Returns a typed function for every route of a contract. They reject only with Refused, ServerError or Unreachable. */
export function client<const C extends Contract>(feature: string, contract: C, send: Send): Client<C> {
  const calls = Object.entries(contract).map(([name, spec]) => [name, createCall(feature, spec, send)])
  return Object.fromEntries(calls) as Client<C>
}

function createCall(feature: string, spec: RouteSpec, send: Send) {
  const callRoute = async (input: AnyInput = {}, options: CallOptions = {}) => {
    const request = { method: spec.method, address: address(spec, input), headers: input.headers ?? {}, body: input.body }
    const isResult = spec.carriesResults ? (body: unknown) => hasReplyFields(spec, body) : undefined
    return parseResponse(spec, await send({ ...request, isResult, ...options, pattern: spec.path }))
  }
  const key = (input?: AnyInput) => (input === undefined ? [feature, spec.path] : [feature, spec.path, input])
  return Object.assign(callRoute, { route: spec, key })
}

function parseResponse(spec: RouteSpec, { httpStatus, body, retryAfter }: Awaited<ReturnType<Send>>) {
  if (typeof body !== 'object' || body === null) throw new ServerError(`unreadable response (HTTP ${httpStatus})`, '')
  const parsed = body as Record<string, unknown>
  const id = typeof parsed['request_id'] === 'string' ? parsed['request_id'] : ''
  if (httpStatus === 503) throw new Unreachable('network', undefined, retryAfter)
  if (httpStatus >= 500) throw new ServerError(String(parsed['msg'] ?? `HTTP ${httpStatus}`), id)
  if (httpStatus >= 400 || isRefusal(spec, parsed)) throw new Refused(spec, httpStatus, parsed, retryAfter)
  return parsed
}

/**
 * A `status` or `code` other than 0 is a failure (A§5). If the contract declares its own statuses, only negative ones are failures,
 * except those that carry results.
 */
function isRefusal(spec: RouteSpec, parsed: Record<string, unknown>): boolean {
  if (spec.carriesResults && hasReplyFields(spec, parsed)) return false
  const { status, code } = spec.reply.shape
  return isFailure(parsed['status'], status !== undefined) || isFailure(parsed['code'], code !== undefined)
}

const hasReplyFields = (spec: RouteSpec, body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Object.entries(spec.reply.shape).every(([name, field]) => name in body || field._zod.optin === 'optional')

const isFailure = (value: unknown, isDeclared: boolean): boolean =>
  value !== undefined && value !== null && (isDeclared ? Number(value) < 0 : Number(value) !== 0)

/** Returns the address of a route below `/api`. */
export function address(spec: { readonly path: string }, input: Pick<AnyInput, 'params' | 'query'>): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

/** Returns true when the server has nothing under the id of a call, or nothing that the user may see. */
export const isNotFound = (error: unknown): error is Refused => error instanceof Refused && error.httpStatus === 404

/** Returns true when the error is the refusal of that name from that route. */
export function isRefused<R extends RouteSpec>(error: unknown, apiCall: { route: R }, name: RefusalName<R>): error is Refused {
  return error instanceof Refused && error.route === apiCall.route && error.status === apiCall.route.refusals?.[name]?.status
}
