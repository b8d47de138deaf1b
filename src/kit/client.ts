import type { Contract, Input, RefusalName, Reply, RouteSpec } from './contract.ts'

/** What carries one request over the wire; the browser and the tests each bring their own. */
export type Send = (request: {
  method: string
  /** Path below the API root, parameters filled in, with its query string. */
  address: string
  headers: Record<string, string>
  body: unknown
  signal?: AbortSignal | undefined
  /** The browser's cookies of this origin go along: only for what is bound to this very browser. */
  withCookie?: boolean | undefined
  /** Nobody's token goes along (A§7). */
  noToken?: boolean | undefined
  /** Its answer ends the token it goes with, for a new one or for none: it does not wait for itself. */
  renews?: boolean | undefined
  /** The answer comes encrypted inside TLS too (A§7), where the browser can. */
  encrypted?: boolean | undefined
  /** Asked again and again: of its failures only errors are reported (A§7). */
  quiet?: boolean | undefined
  /** No failure of it is reported: it is the report. */
  unreported?: boolean | undefined
  /** The path as the contract writes it, for reports without anybody's ids. */
  pattern?: string | undefined
}) => Promise<{ httpStatus: number; body: unknown; retryAfter?: number | undefined }>

/** How one call is made, as in `Send`. */
export type CallOptions = {
  signal?: AbortSignal
  withCookie?: boolean
  noToken?: boolean
  renews?: boolean
  encrypted?: boolean
  quiet?: boolean
  unreported?: boolean
}

/** The server said no, in the words of the contract: `status` is negative. */
export class Refused extends Error {
  readonly route: RouteSpec
  readonly status: number
  readonly httpStatus: number
  /** The name of the refusal in the contract; undefined for what every route may answer (401, 404, 422, 429). */
  readonly refusal: string | undefined
  readonly body: Record<string, unknown>
  /** Seconds to wait before asking again, where the server said so (429). */
  readonly retryAfter: number | undefined
  constructor(spec: RouteSpec, httpStatus: number, body: Record<string, unknown>, retryAfter?: number) {
    super(typeof body['msg'] === 'string' ? body['msg'] : `status ${String(body['status'])}`)
    this.name = 'Refused'
    this.route = spec
    this.status = Number(body['status'] || body['code'] || -httpStatus)
    this.httpStatus = httpStatus
    const named = httpStatus === 200 ? Object.entries(spec.refusals ?? {}) : []
    this.refusal = named.find(([, { status }]) => status === this.status)?.[0]
    this.body = body
    this.retryAfter = retryAfter
  }
}

/** Our own mistake: an answer of 500 or one nobody can read. `requestId` is what a report should name. */
export class Fault extends Error {
  readonly requestId: string
  constructor(message: string, requestId: string) {
    super(message)
    this.name = 'Fault'
    this.requestId = requestId
  }
}

/** Nobody answered: no network, no answer in time, or a server that says it is away for a moment (503). */
export class Unreachable extends Error {
  readonly kind: 'network' | 'timeout'
  /** Seconds to wait before asking again, where the server said so (503). */
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
  /** The query key of this call: the route's address, then what was asked. Without input: every such query. */
  key: (input?: Input<R>) => readonly unknown[]
}
export type Client<C extends Contract> = { readonly [K in keyof C]: Call<C[K]> }

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  headers?: Record<string, string>
  body?: unknown
}

/** Typed functions for every route of a contract. Rejects with Refused, Fault or Unreachable and nothing else. */
export function client<const C extends Contract>(feature: string, contract: C, send: Send): Client<C> {
  const calls = Object.entries(contract).map(([name, spec]) => [name, call(feature, spec, send)])
  return Object.fromEntries(calls) as Client<C>
}

function call(feature: string, spec: RouteSpec, send: Send) {
  const run = async (input: AnyInput = {}, options: CallOptions = {}) => {
    const request = { method: spec.method, address: address(spec, input), headers: input.headers ?? {}, body: input.body }
    return understood(spec, await send({ ...request, ...options, pattern: spec.path }))
  }
  const key = (input?: AnyInput) => (input === undefined ? [feature, spec.path] : [feature, spec.path, input])
  return Object.assign(run, { route: spec, key })
}

function understood(spec: RouteSpec, { httpStatus, body, retryAfter }: Awaited<ReturnType<Send>>) {
  if (typeof body !== 'object' || body === null) throw new Fault(`unreadable answer (HTTP ${httpStatus})`, '')
  const answer = body as Record<string, unknown>
  const id = typeof answer['request_id'] === 'string' ? answer['request_id'] : ''
  if (httpStatus === 503) throw new Unreachable('network', undefined, retryAfter)
  if (httpStatus >= 500) throw new Fault(String(answer['msg'] ?? `HTTP ${httpStatus}`), id)
  if (httpStatus >= 400 || isRefusal(spec, answer)) throw new Refused(spec, httpStatus, answer, retryAfter)
  return answer
}

/** A status or a code other than 0 is a failure (A§5); where the contract has statuses of its own, a negative one is. */
function isRefusal(spec: RouteSpec, answer: Record<string, unknown>): boolean {
  const { status, code } = spec.reply.shape
  return failed(answer['status'], status !== undefined) || failed(answer['code'], code !== undefined)
}

const failed = (word: unknown, isOwn: boolean): boolean =>
  word !== undefined && word !== null && (isOwn ? Number(word) < 0 : Number(word) !== 0)

function address(spec: RouteSpec, input: AnyInput): string {
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

/** True when the error is the refusal of that name of that call's route. */
export function wasRefused<R extends RouteSpec>(error: unknown, of: { route: R }, name: RefusalName<R>): error is Refused {
  return error instanceof Refused && error.route === of.route && error.status === of.route.refusals?.[name]?.status
}
