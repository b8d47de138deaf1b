import type { z } from 'zod'
import { type Bytes, KiB, type Millis, type Seconds } from './units.ts'

/**
 * One sentence per endpoint: a route object types the client, validates the server, names the refusals and prints
 * OpenAPI. Paths are written as the specification writes them, below `/api`, with parameters as `:name`.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `public` answers anyone; `signed-in` answers 401 without a valid session. */
export type Access = 'public' | 'signed-in'

/**
 * An answer "no" that belongs to the contract: HTTP 200 with this negative `status` and `msg` (B§8). `says` is a sentence in
 * English that tells a person what to do; `{name}` in it stands for a field of `details`. The page has words of its own for each.
 */
export type Refusal = {
  readonly status: number
  readonly says: string
  /** What stands in `data` beside `msg`. */
  readonly details?: z.ZodObject
}

/** The answer to every call that would add data while the server is out of disk space; the number follows HTTP 507. */
export const READ_ONLY: Refusal = {
  status: -507,
  says: 'The disk of this server is almost full, so nothing can be added until there is room again. Reading and deleting still work.',
}

/** How often one may call: `most` at once, given back evenly over `within`; then 429 with Retry-After. */
export type RouteLimit = { readonly per: 'network' | 'user'; readonly most: number; readonly within: Millis }

/** Bytes of a body that is JSON, unless its route says another limit. More is answered 413. */
export const BODY_LIMIT: Bytes = 64 * KiB

export type RouteSpec = {
  readonly method: Method
  readonly path: string
  readonly access: Access
  /** Whether a server that is out of disk space refuses it. Without a word: a POST, PUT or PATCH of somebody signed in is refused. */
  readonly addsData?: boolean
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Lower-case request headers the route reads beside the common ones. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** How large the body may be, where `BODY_LIMIT` is not enough; the contract says what it has to hold. */
  readonly bodyLimit?: Bytes
  /** What stands beside `status`, `msg` and `request_id`; a route whose success is not 0 declares `status` here. */
  readonly reply: z.ZodObject
  readonly refusals?: Readonly<Record<string, Refusal>>
  readonly limits?: readonly RouteLimit[]
  /** Answers 404 though its path has no parameter: what the query or the body names may be missing. */
  readonly mayMiss?: boolean
  /** Answers with a tag (`unlessHeld`), and 304 to whoever has that answer already. */
  readonly hasTag?: boolean
  /** How long whoever asked may keep the answer; without it, not at all. */
  readonly cache?: Seconds
}

export type Contract = Readonly<Record<string, RouteSpec>>

/** Keeps the literal types of a route, so that `refuse('gone')` does not compile when `gone` is not declared. */
export const route = <const R extends RouteSpec>(spec: R): R => spec

type Part<R, K extends 'params' | 'query' | 'headers' | 'body', Side extends 'input' | 'output'> =
  R extends Record<K, infer S extends z.ZodType> ? { [key in K]: Side extends 'input' ? z.input<S> : z.output<S> } : unknown

/** What a caller hands over. */
export type Input<R extends RouteSpec> = Part<R, 'params', 'input'> &
  Part<R, 'query', 'input'> &
  Part<R, 'headers', 'input'> &
  Part<R, 'body', 'input'>

/** What a handler receives, parsed. */
export type Parsed<R extends RouteSpec> = Part<R, 'params', 'output'> &
  Part<R, 'query', 'output'> &
  Part<R, 'headers', 'output'> &
  Part<R, 'body', 'output'>

/** What a handler returns and a caller gets. */
export type Reply<R extends RouteSpec> = z.output<R['reply']>

/** What a refusal tells beside its sentence. */
export type RefusalDetails = Readonly<Record<string, number | readonly number[]>>

export type RefusalName<R extends RouteSpec> = R extends { refusals: infer F extends Record<string, Refusal> }
  ? keyof F & string
  : never
