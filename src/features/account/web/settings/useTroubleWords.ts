import { Refused } from '#kit/client.ts'
import { useExplain } from '#ui/useExplain.ts'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { PASSWORD_MIN } from '../../contract.ts'

/** The refusals these panes can meet, by what the contract says of them. */
const SAID = {
  Login_wrong: 'trouble_wrong',
  Login_code_wrong: 'trouble_wrong',
  Login_password_common: 'trouble_common',
  Login_password_short: 'trouble_short',
  Login_password_long: 'trouble_long',
  Login_last_way_in: 'trouble_last_way',
  Login_identity_taken: 'trouble_taken',
  Login_ticket_gone: 'trouble_ticket',
  Login_no_address: 'trouble_no_address',
  Invitation_not_possible: 'trouble_no_invitations',
  Invitation_too_many: 'trouble_many_invitations',
  Privacy_other_version: 'trouble_other_version',
  Privacy_no_such_country: 'trouble_country',
} as const

const isSaid = (word: string): word is keyof typeof SAID => word in SAID

/** Why it did not work, in words one can act on; the contract's words become the reader's. */
export function useTroubleWords(): (error: unknown) => { text: string; requestId: string | undefined } {
  const t = useWords('account')
  const explain = useExplain()
  return (error) => {
    const said = explain(error)
    if (!(error instanceof Refused)) return said
    if (error.httpStatus === 429) return { text: t('trouble_often'), requestId: undefined }
    // The contract's refusals are named by their route; a check of the body by its message alone.
    const known = Object.values(error.route.refusals ?? {}).find(({ status }) => status === error.status)?.says ?? error.message
    if (!isSaid(known)) return { text: t('trouble_other'), requestId: said.requestId }
    return { text: t(SAID[known], { min: PASSWORD_MIN }), requestId: undefined }
  }
}

/** The same in a toast, after the sentence of the place. */
export function useTroubleToast(): (sentence: string, error: unknown) => void {
  const words = useTroubleWords()
  const toast = useToast()
  return (sentence, error) => {
    const { text, requestId } = words(error)
    toast.error(`${sentence} ${text}`, { requestId })
  }
}
