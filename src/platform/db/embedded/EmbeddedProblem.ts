export type EmbeddedProblemKind =
  | 'already-running' // another Earshot owns this data folder
  | 'no-binaries' // the optional package for this platform is not installed, or cannot run here
  | 'no-account' // nobody PostgreSQL agrees to run as
  | 'other-version' // the cluster was made by another major version
  | 'start-failed' // initdb or postgres ended; `says` carries its last words

/** Why our own PostgreSQL does not run. `says` is for the person at the terminal: what is wrong and what helps. */
export class EmbeddedProblem extends Error {
  readonly kind: EmbeddedProblemKind
  constructor(kind: EmbeddedProblemKind, says: string, cause?: unknown) {
    super(says, { cause })
    this.name = 'EmbeddedProblem'
    this.kind = kind
  }
}
