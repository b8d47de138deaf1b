import type { Refusal } from '#kit/contract.ts'

/** A declared "no" on its way out: HTTP 200 with a negative status. Thrown by `refuse` only. */
export class RefusedAnswer extends Error {
  readonly status: number
  readonly says: string
  constructor({ status, says }: Refusal) {
    super(says)
    this.name = 'RefusedAnswer'
    this.status = status
    this.says = says
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

/** The request's shape is wrong: 422 with the field that is at fault. */
export class Invalid extends Error {
  readonly field: string
  constructor(field: string, says: string) {
    super(says)
    this.name = 'Invalid'
    this.field = field
  }
}
