import { Fault, Refused, Unreachable } from '#kit/client.ts'
import { useWords } from './words.ts'

/** What to say about a failed call, and the id a report should name. */
export type Explanation = { text: string; requestId: string | undefined }

/**
 * Plain words for any error. A refusal is the contract's business: the feature gives its own words where it has them,
 * else the server's are shown.
 */
export function useExplain(): (error: unknown) => Explanation {
  const t = useWords('ui')
  return (error) => {
    if (error instanceof Unreachable) {
      return { text: error.kind === 'timeout' ? t('error_timeout') : t('error_unreachable'), requestId: undefined }
    }
    if (error instanceof Refused) return { text: error.message, requestId: textOf(error.body['request_id']) }
    return { text: t('error_fault'), requestId: error instanceof Fault ? error.requestId || undefined : undefined }
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
