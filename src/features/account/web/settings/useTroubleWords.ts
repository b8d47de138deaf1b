import { Refused } from '#kit/client.ts'
import { useExplain } from '#ui/useExplain.ts'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { PASSWORD_MIN } from '../../rules.ts'

/** Message keys by the refusal names of the contract. */
const BY_REFUSAL = {
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
const BY_REASON = { too_small: 'trouble_short', too_big: 'trouble_long' } as const

function wordOf({ refusal, body }: Refused) {
  if (refusal !== undefined) return BY_REFUSAL[refusal as keyof typeof BY_REFUSAL]
  return body['field'] === 'body.password' ? BY_REASON[body['reason'] as keyof typeof BY_REASON] : undefined
}

/** Returns a function that explains an error in the user's language. */
export function useTroubleWords(): (error: unknown) => { text: string; requestId: string | undefined } {
  const t = useWords('account')
  const explain = useExplain()
  return (error) => {
    const said = explain(error)
    if (!(error instanceof Refused)) return said
    if (error.httpStatus === 429) return { text: t('trouble_often'), requestId: undefined }
    const word = wordOf(error)
    if (word === undefined) return { text: t('trouble_other'), requestId: said.requestId }
    return { text: t(word, { min: PASSWORD_MIN }), requestId: undefined }
  }
}

/** Returns a function that shows a toast with the given sentence and the explanation of the error. */
export function useTroubleToast(): (sentence: string, error: unknown) => void {
  const words = useTroubleWords()
  const toast = useToast()
  return (sentence, error) => {
    const { text, requestId } = words(error)
    toast.error(`${sentence} ${text}`, { requestId })
  }
}
