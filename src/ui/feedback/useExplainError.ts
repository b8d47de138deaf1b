import { ServerError, Refused, Unreachable } from '#shared/client.ts'
import { READ_ONLY } from '#shared/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** The message for a failed call, and the request id for a report. */
export type Explanation = { text: string; requestId: string | undefined }

/**
 * Returns a function that gives a translated message for any error. Features have their own messages for the named refusals of
 * their routes; here a refusal gets a generic one.
 */
export function useExplainError(): (error: unknown) => Explanation {
  const t = useTranslations('ui')
  return (error) => {
    if (error instanceof Unreachable) {
      return { text: error.kind === 'timeout' ? t('error_timeout') : t('error_unreachable'), requestId: undefined }
    }
    if (isReadOnly(error)) return { text: t('read_only'), requestId: undefined }
    if (error instanceof Refused)
      return { text: t(MESSAGE_KEYS[error.httpStatus] ?? 'error_refused'), requestId: nonEmptyString(error.body['request_id']) }
    return { text: t('error_fault'), requestId: error instanceof ServerError ? error.requestId || undefined : undefined }
  }
}

const MESSAGE_KEYS: Readonly<Record<number, 'error_gone' | 'error_too_many_requests'>> = {
  404: 'error_gone',
  429: 'error_too_many_requests',
}
/**
 * True when the call was refused because the server is out of disk space, unless the route itself names a refusal with this
 * status.
 */
export const isReadOnly = (error: unknown): boolean =>
  error instanceof Refused &&
  error.status === READ_ONLY.status &&
  !Object.values(error.route.refusals ?? {}).some(({ status }) => status === READ_ONLY.status)

const nonEmptyString = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
