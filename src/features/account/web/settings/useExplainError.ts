import { Refused } from '#shared/client.ts'
import { useExplainError as useExplainAnyError } from '#ui/feedback/useExplainError.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { PASSWORD_MIN } from '../../rules.ts'

/** Message keys by the refusal names of the contract. */
const MESSAGE_BY_REFUSAL = {
  wrong: 'trouble_wrong',
  wrongCode: 'trouble_wrong',
  weak: 'trouble_common',
  lastWayIn: 'trouble_last_way',
  taken: 'trouble_taken',
  ticketGone: 'trouble_ticket',
  noAddress: 'trouble_no_address',
  notInvite: 'trouble_no_invitations',
  tooMany: 'trouble_many_invitations',
  otherVersion: 'trouble_other_version',
  noSuchCountry: 'trouble_country',
} as const

/** Message keys by why the server rejected a password (422). */
const MESSAGE_BY_REASON = { too_small: 'trouble_short', too_big: 'trouble_long' } as const

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
    if (error.httpStatus === 429) return { text: t('trouble_often'), requestId: undefined }
    const messageKey = messageKeyOf(error)
    if (messageKey === undefined) return { text: t('trouble_other'), requestId: explanation.requestId }
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
