/** Failures that another address may fix. */
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

/** Why a language model did not generate a text. The messages `failure_…` of this feature explain what to do. */
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
  /** The operator's daily limits. */
  'person-limit',
  'server-limit',
] as const
export type ModelFailure = (typeof MODEL_FAILURES)[number]

/** Maximum number of models that an operator can configure. */
export const MAX_MODELS = 20
