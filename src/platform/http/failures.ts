import type { Refusal, RefusalDetails } from '#kit/contract.ts'

/** A declared "no" on its way out: HTTP 200 with a negative status. Thrown by `refuse` only. */
export class RefusedAnswer extends Error {
  readonly status: number
  readonly says: string
  readonly details: RefusalDetails | undefined
  constructor({ status, says }: Refusal, details?: RefusalDetails) {
    const sentence = says.replace(/\{(\w+)\}/g, (_, name: string) => [details?.[name] ?? []].flat().join(', '))
    super(sentence)
    this.name = 'RefusedAnswer'
    this.status = status
    this.says = sentence
    this.details = details
  }
}

/** What was asked for is not there, or is another user's: both answer 404 with the same words. */
export class NotFound extends Error {
  constructor() {
    super('not found')
    this.name = 'NotFound'
  }
}

/** No valid session: 401, which every client understands as "sign in again". */
export class NotSignedIn extends Error {
  constructor(says: 'Not authenticated' | 'token invalid or expired') {
    super(says)
    this.name = 'NotSignedIn'
  }
}

/** Whoever asks holds this very answer already: 304 and no more. */
export class NotModified extends Error {
  constructor() {
    super('not modified')
    this.name = 'NotModified'
  }
}

/** Too many calls: 429 with Retry-After in whole seconds. */
export class TooMany extends Error {
  readonly retryAfterSeconds: number
  constructor(retryAfterSeconds: number) {
    super('too many requests')
    this.name = 'TooMany'
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The body of a request did not arrive in time: 408. */
export class TooSlow extends Error {
  readonly statusCode = 408
  constructor() {
    super('the body of this request did not arrive in time')
    this.name = 'TooSlow'
  }
}

/** The request's shape is wrong: 422 with the field that is at fault. */
export class Invalid extends Error {
  readonly field: string
  /** What is wrong with it, for programs: `too_small`, `too_big`, `invalid_format`, `invalid_type` … */
  readonly reason: string
  constructor(field: string, says: string, reason = 'invalid') {
    super(says)
    this.name = 'Invalid'
    this.field = field
    this.reason = reason
  }
}
