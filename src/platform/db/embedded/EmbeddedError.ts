export type EmbeddedErrorKind =
  | 'already-running' // another Earshot process uses this data folder
  | 'no-binaries' // the optional package for this platform is not installed, or cannot run here
  | 'no-account' // PostgreSQL has no account it can run as
  | 'other-version' // the cluster was made by another major version
  | 'start-failed' // initdb or postgres exited; the message contains its last output

/** Thrown when the embedded PostgreSQL cannot run. The message tells the operator what is wrong and how to fix it. */
export class EmbeddedError extends Error {
  readonly kind: EmbeddedErrorKind
  constructor(kind: EmbeddedErrorKind, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'EmbeddedError'
    this.kind = kind
  }
}
