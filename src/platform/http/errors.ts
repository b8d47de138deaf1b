import type { Refusal, RefusalDetails } from '#shared/contract.ts'

/**
 * A refusal that the contract declares: HTTP 200 with a negative status, or the status that a route for bytes declares. Thrown only
 * by `refuse` and while the server is read-only.
 */
export class RefusalError extends Error {
  readonly status: number
  readonly statusCode: number
  readonly details: RefusalDetails | undefined
  constructor({ status, message, httpStatus = 200 }: Refusal & { readonly httpStatus?: number }, details?: RefusalDetails) {
    super(message.replace(/\{(\w+)\}/g, (_, name: string) => [details?.[name] ?? []].flat().join(', ')))
    this.name = 'RefusalError'
    this.status = status
    this.statusCode = httpStatus
    this.details = details
  }
}

/** The requested object does not exist or belongs to another user. Both cases return the same 404. */
export class NotFound extends Error {
  constructor() {
    super('not found')
    this.name = 'NotFound'
  }
}

/** There is no valid session: 401. Clients ask the user to sign in. */
export class NotSignedIn extends Error {
  constructor(message: 'Not authenticated' | 'token invalid or expired') {
    super(message)
    this.name = 'NotSignedIn'
  }
}

/** The client already has this response: 304 without a body. */
export class NotModified extends Error {
  constructor() {
    super('not modified')
    this.name = 'NotModified'
  }
}

/** Too many calls: 429 with Retry-After in whole seconds. */
export class TooManyRequests extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('too many requests')
    this.name = 'TooManyRequests'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** HTTP does not allow this request: 400. */
export class BadRequest extends Error {
  readonly statusCode = 400
  constructor(message: string) {
    super(message)
    this.name = 'BadRequest'
  }
}

/** The request body was not received in time: 408. */
export class BodyTimeout extends Error {
  readonly statusCode = 408
  constructor() {
    super('the body of this request did not arrive in time')
    this.name = 'BodyTimeout'
  }
}

/** The body is not JSON: 400. */
export class InvalidJson extends Error {
  readonly statusCode = 400
  constructor() {
    super('the body of this request is not valid JSON')
    this.name = 'InvalidJson'
  }
}

/** The request is invalid: 422 with the invalid field. */
export class Invalid extends Error {
  readonly field: string
  /** A code for the problem: `too_small`, `too_big`, `invalid_format`, `invalid_type` … */
  readonly reason: string
  constructor(field: string, message: string, reason = 'invalid') {
    super(message)
    this.name = 'Invalid'
    this.field = field
    this.reason = reason
  }
}

/** True when the client disconnected while it was sending or receiving. Nothing reads the response. */
export const isDisconnect = (error: Error): boolean =>
  'code' in error && ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED'].includes(String(error.code))
