import { z } from 'zod/mini'
import type { Refusal, RouteLimit } from './contract.ts'
import type { Bytes } from './units.ts'

/**
 * A route that takes or sends bytes: audio, a file, a stream of events. It is called by its address and not by the typed client.
 * What it refuses has an HTTP status of its own, because programs save what comes with 200.
 */
export type BytesRouteSpec = {
  readonly method: 'GET' | 'PUT'
  readonly path: string
  /** `signed-link`: the query is a signature instead of a token, and a link that is not valid gets 403. */
  readonly access: 'signed-in' | 'signed-link'
  readonly summary: string
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  /** Lower-case names of the request headers the route reads in addition to the common ones. */
  readonly headers?: z.ZodMiniObject
  /** The body. Without a maximum the handler reads it as a stream and limits it. */
  readonly takes?: { readonly type: string; readonly maxBytes?: Bytes }
  readonly sends: {
    readonly description: string
    /** Content type; absent for an empty response. A handler that knows a narrower type sends that. */
    readonly type?: string
    /** Whether it is bytes. Otherwise a text, or JSON. */
    readonly hasEtag?: boolean
    /** Sends parts (206), answers HEAD and compares ETags (304). */
    readonly hasRanges?: boolean
    /** May redirect to an object store that has the bytes (307). */
    readonly mayRedirect?: boolean
  }
  readonly refusals?: Readonly<Record<string, BytesRefusal>>
  /** Per user. A limit with a name counts all routes of the feature that have it. */
  readonly limit?: Omit<RouteLimit, 'per'> & { readonly name?: string }
}

export type BytesRefusal = Refusal & { readonly httpStatus: 400 | 404 | 409 | 410 | 413 | 422 | 507 }

export type BytesContract = Readonly<Record<string, BytesRouteSpec>>

type NoOtherKeys<R> = Readonly<Record<Exclude<keyof R, keyof BytesRouteSpec>, never>>

/** Keeps the literal types of a route, as `route` does. */
export const bytesRoute = <const R extends BytesRouteSpec>(spec: R & NoOtherKeys<R>): R => spec

/** Digits in an address, as a number. */
export const Digits = z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number))

/** The fields of a signature. */
export const SIGNATURE = { expires: Digits, sig: z.string().check(z.maxLength(64)) } as const

/** The fields of a link that ends with the session in which it was made. */
export const SESSION_LINK = {
  user: z.string().check(z.maxLength(64)),
  session: z.string().check(z.maxLength(64)),
  ...SIGNATURE,
} as const
