/**
 * Messages from a server process to `start`. `ready` contains the setup link while no account exists. A `final` failure must not
 * be retried. `healthy` answers a health check.
 */
export type ToParent =
  | { kind: 'ready'; setupLink: string | null }
  | { kind: 'failed'; message: string; final: boolean }
  | { kind: 'healthy' }

/** Messages from `start` to a server process. */
export type ToRole = { kind: 'stop'; drain: boolean } | { kind: 'healthCheck' }
