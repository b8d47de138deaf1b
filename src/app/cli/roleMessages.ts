/**
 * What a part of the server tells `start`. Ready comes with the setup link where nobody has an account yet; `final`
 * failures are not worth another try. Healthy answers a health check.
 */
export type ToParent =
  | { kind: 'ready'; setupLink: string | null }
  | { kind: 'failed'; says: string; final: boolean }
  | { kind: 'healthy' }

/** What `start` tells its parts. */
export type ToRole = { kind: 'stop'; drain: boolean } | { kind: 'healthCheck' }
