/** Failures that another address would mend. */
export const ADDRESS_FAILURES = [
  'unreachable',
  'timeout',
  'connection-refused',
  'unknown-host',
  'untrusted-certificate',
  'expired-certificate',
  'wrong-certificate-host',
  'no-https',
  'redirect',
  'no-api',
] as const

/**
 * Why a language model did not write what it was asked for. The texts that say what to do are `failure_…` in the messages of this
 * feature.
 */
export const MODEL_FAILURES = [
  ...ADDRESS_FAILURES,
  'not-found',
  'unknown-model',
  'wrong-key',
  'request-refused',
  'busy',
  'quota',
  'error',
  'broken-off',
  'too-long',
  'answer-refused',
  'empty-answer',
  'cut-answer',
  'endless-answer',
  'unusable-answer',
  /** The limits of the day that the operator has set. */
  'person-limit',
  'server-limit',
] as const
export type ModelFailure = (typeof MODEL_FAILURES)[number]

/** How many models an operator can set up. */
export const MAX_MODELS = 20
