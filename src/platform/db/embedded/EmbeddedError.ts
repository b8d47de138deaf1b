export type EmbeddedErrorKind =
  | 'already-running' // another Earshot uses this data folder
  | 'no-binaries' // the optional package for this platform is not installed, or cannot run here
  | 'no-account' // there is no account PostgreSQL can run as
  | 'other-version' // the cluster was made by another major version
  | 'start-failed' // initdb or postgres exited; the message contains its last output

/** The embedded PostgreSQL does not run. The message tells the operator what is wrong and what helps. */
export class EmbeddedError extends Error {
  readonly kind: EmbeddedErrorKind
  constructor(kind: EmbeddedErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'EmbeddedError'
    this.kind = kind
  }
}
