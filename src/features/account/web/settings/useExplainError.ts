import { Refused } from '#shared/client.ts'
import { useExplainError as useExplainAnyError } from '#ui/feedback/useExplainError.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PASSWORD_MIN } from '../../rules.ts'

/** Message keys by the refusal names of the contract. */
const MESSAGE_BY_REFUSAL = {
  wrong: 'error_wrong',
  wrongCode: 'error_wrong',
  weak: 'error_password_common',
  lastSignInMethod: 'error_last_sign_in_method',
  taken: 'error_identity_taken',
  ticketExpired: 'error_ticket_expired',
  noAddress: 'error_no_email',
  notInvite: 'error_invitations_off',
  tooMany: 'error_too_many_invitations',
  otherVersion: 'error_policy_changed',
  noSuchCountry: 'error_country',
} as const

/** Message keys by why the server rejected a password (422). */
const MESSAGE_BY_REASON = { too_small: 'error_password_short', too_big: 'error_password_long' } as const

function messageKeyOf({ refusal, body }: Refused) {
  if (refusal !== undefined) return MESSAGE_BY_REFUSAL[refusal as keyof typeof MESSAGE_BY_REFUSAL]
  return body['field'] === 'body.password' ? MESSAGE_BY_REASON[body['reason'] as keyof typeof MESSAGE_BY_REASON] : undefined
}

/** Returns a function that explains an error in the user's language. */
export function useExplainError(): (error: unknown) => { text: string; requestId: string | undefined } {
  const t = useTranslations('account')
  const explain = useExplainAnyError()
  return (error) => {
    const explanation = explain(error)
    if (!(error instanceof Refused)) return explanation
    if (error.httpStatus === 429) return { text: t('error_too_many_requests'), requestId: undefined }
    const messageKey = messageKeyOf(error)
    if (messageKey === undefined) return { text: t('error_other'), requestId: explanation.requestId }
    return { text: t(messageKey, { min: PASSWORD_MIN }), requestId: undefined }
  }
}

/** Returns a function that shows a toast with the given sentence and the explanation of the error. */
export function useErrorToast(): (message: string, error: unknown) => void {
  const explainError = useExplainError()
  const toast = useToast()
  return (message, error) => {
    const { text, requestId } = explainError(error)
    toast.error(`${message} ${text}`, { requestId })
  }
}
