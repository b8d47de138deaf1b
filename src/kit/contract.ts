import type { z } from 'zod'
import type { Millis, Seconds } from './units.ts'

/**
 * One sentence per endpoint: a route object types the client, validates the server, names the refusals and prints
 * OpenAPI. Paths are written as the specification writes them, below `/api`, with parameters as `:name`.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** `public` answers anyone; `signed-in` answers 401 without a valid session. */
export type Access = 'public' | 'signed-in'

/** An answer "no" that belongs to the contract: HTTP 200 with this negative `status` and `msg` (B§8). */
export type Refusal = { readonly status: number; readonly says: string }

/** How often one may call: `most` at once, given back evenly over `within`; then 429 with Retry-After. */
export type RouteLimit = { readonly per: 'network' | 'user'; readonly most: number; readonly within: Millis }

export type RouteSpec = {
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  /** Lower-case request headers the route reads beside the common ones. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  /** What stands beside `status`, `msg` and `request_id`; a route whose success is not 0 declares `status` here. */
  readonly reply: z.ZodObject
  readonly refusals?: Readonly<Record<string, Refusal>>
  readonly limits?: readonly RouteLimit[]
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

export type RefusalName<R extends RouteSpec> = R extends { refusals: infer F extends Record<string, Refusal> }
  ? keyof F & string
  : never
