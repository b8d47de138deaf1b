import type { z } from 'zod/mini'
import { type Bytes, KiB, type Millis, type Seconds } from './units.ts'

/**
 * A route object describes one endpoint: it types the client, validates requests on the server, declares the refusals and generates
 * OpenAPI. Paths are written as in the specification, below `/api`, with parameters as `:name`.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `public` needs no session; `signed-in` returns 401 without a valid one. */
export type Access = 'public' | 'signed-in'

/**
 * A refusal that is part of the contract: HTTP 200 with this negative `status` and `msg` (B§8). `message` is an English sentence
 * that tells the user what to do; `{name}` in it is replaced by a field of `details`. The page has its own translated text for
 * each refusal.
 */
export type Refusal = {
  readonly status: number
  readonly message: string
  /** The shape of `data` beside `msg`. */
  readonly details?: z.ZodMiniObject
}

/** The response to every call that would add data while the disk is full. The number follows HTTP 507. */
export const READ_ONLY: Refusal = {
  status: -507,
  message:
    'The disk of this server is almost full, so nothing can be added until there is room again. Reading and deleting still work.',
}

/**
 * Rate limit: `max` calls at once, restored evenly over `within`. Above it the response is 429 with Retry-After, or the refusal
 * `tooFrequent` of the route.
 */
export type RouteLimit = { readonly per: 'network' | 'user'; readonly max: number; readonly within: Millis }

/** Maximum size of a JSON body, unless the route sets another limit. Larger bodies get 413. */
export const BODY_LIMIT: Bytes = 64 * KiB

export type RouteSpec = {
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** Whether the call is refused while the disk is full. By default, POST, PUT and PATCH of signed-in users are. */
  readonly addsData?: boolean
  readonly summary: string
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  /** Lower-case names of the request headers the route reads in addition to the common ones. */
  readonly headers?: z.ZodMiniObject
  readonly body?: z.ZodMiniType
  /** Maximum size of the body if `BODY_LIMIT` is not enough. The contract explains why. */
  readonly bodyLimit?: Bytes
  /** The handler gets the JSON of the body as bytes and parses it in a thread, because it may have many megabytes. */
  readonly hasRawBody?: boolean
  /** The fields beside `status`, `msg` and `request_id`. A route whose success status is not 0 declares `status` here. */
  readonly reply: z.ZodMiniObject
  readonly refusals?: Readonly<Record<string, Refusal>>
  /**
   * Whether a body that has a negative `status` and the fields of the reply is a reply and not a refusal, such as a failed task
   * with its transcript (B§4). The reply declares `status`.
   */
  readonly carriesResults?: boolean
  readonly limits?: readonly RouteLimit[]
  /**
   * The route may return 404 although its path has no parameter, because the query or body refers to something that may not exist.
   */
  readonly mayNotExist?: boolean
  /** Sends an ETag (`checkEtag`) and returns 304 when the client already has this response. */
  readonly hasEtag?: boolean
  /** How long clients may cache the response. Undefined: not cached. */
  readonly cache?: Seconds
}

export type Contract = Readonly<Record<string, RouteSpec>>

type NoOtherKeys<R> = Readonly<Record<Exclude<keyof R, keyof RouteSpec>, never>>

/**
 * Keeps the literal types of a route, so that `refuse('gone')` does not compile when `gone` is not declared. Unknown keys do not
 * compile either.
 */
export const route = <const R extends RouteSpec>(spec: R & NoOtherKeys<R>): R => spec

type Part<R, K extends 'params' | 'query' | 'headers' | 'body', Side extends 'input' | 'output'> =
  R extends Record<K, infer S extends z.ZodMiniType> ? { [key in K]: Side extends 'input' ? z.input<S> : z.output<S> } : unknown

/** The input of a call on the client. */
export type Input<R extends RouteSpec> = Part<R, 'params', 'input'> &
  Part<R, 'query', 'input'> &
  Part<R, 'headers', 'input'> &
  Part<R, 'body', 'input'>

/** The parsed input that a handler receives. */
export type Parsed<R extends RouteSpec> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'headers', 'output'> &
  Part<R, 'body', 'output'>

/** What a handler returns and a client call resolves to. */
export type Reply<R extends RouteSpec> = z.output<R['reply']>

/** Details of a refusal, in addition to its message. */
export type RefusalDetails = Readonly<Record<string, number | string | readonly number[]>>

export type RefusalName<R extends RouteSpec> = R extends { refusals: infer F extends Record<string, Refusal> }
  ? keyof F & string
  : never
