import { LLM_ERROR_KINDS, type LlmError, type LlmErrorKind } from '#platform/llm/llm.ts'
import { LLM_ERROR_MESSAGES } from '#platform/llm/toLlmError.ts'
import type { ModelFailure } from '../rules.ts'

const FAILURES: Record<LlmErrorKind, ModelFailure> = {
  aborted: 'timeout',
  timeout: 'timeout',
  'rate-limit': 'busy',
  quota: 'quota',
  server: 'error',
  'bad-request': 'request-refused',
  auth: 'wrong-key',
  'not-found': 'not-found',
  'unknown-model': 'unknown-model',
  network: 'unreachable',
  'connection-refused': 'connection-refused',
  'unknown-host': 'unknown-host',
  'untrusted-certificate': 'untrusted-certificate',
  'expired-certificate': 'expired-certificate',
  'wrong-certificate-host': 'wrong-certificate-host',
  'no-https': 'no-https',
  redirect: 'redirect',
  'no-api': 'no-api',
  'broken-off': 'broken-off',
  'refused-answer': 'answer-refused',
  'empty-answer': 'empty-answer',
  'cut-answer': 'cut-answer',
  'endless-answer': 'endless-answer',
  'unusable-answer': 'unusable-answer',
  'too-long': 'too-long',
}

/** Returns the failure code for users. */
export const toModelFailure = ({ kind }: Pick<LlmError, 'kind'>): ModelFailure => FAILURES[kind]

/** Returns the failure code for an error message stored with a task; undefined for other messages. */
export function readModelFailure(message: string): ModelFailure | undefined {
  const kind = LLM_ERROR_KINDS.find((each) => message.startsWith(LLM_ERROR_MESSAGES[each]))
  return kind && FAILURES[kind]
}
