import { Fault, Refused, Unreachable } from '#kit/client.ts'
import { READ_ONLY } from '#kit/contract.ts'
import { useWords } from './words.ts'

/** What to say about a failed call, and the id a report should name. */
export type Explanation = { text: string; requestId: string | undefined }

/**
 * Plain words for any error, in the reader's language. What a route refuses by name is the feature's to put into words; here it
 * is only said that it was refused.
 */
export function useExplain(): (error: unknown) => Explanation {
  const t = useWords('ui')
  return (error) => {
    if (error instanceof Unreachable) {
      return { text: error.kind === 'timeout' ? t('error_timeout') : t('error_unreachable'), requestId: undefined }
    }
    if (isReadOnly(error)) return { text: t('read_only'), requestId: undefined }
    if (error instanceof Refused)
      return { text: t(WORDS[error.httpStatus] ?? 'error_refused'), requestId: textOf(error.body['request_id']) }
    return { text: t('error_fault'), requestId: error instanceof Fault ? error.requestId || undefined : undefined }
  }
}

const WORDS: Readonly<Record<number, 'error_gone' | 'error_often'>> = { 404: 'error_gone', 429: 'error_often' }
/** Refused because the server is out of disk space. A route that names this status itself has words of its own for it. */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Refused &&
  error.status === READ_ONLY.status &&
  !Object.values(error.route.refusals ?? {}).some(({ status }) => status === READ_ONLY.status)

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
