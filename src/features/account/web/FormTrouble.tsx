import { useExplain } from '#ui/useExplain.ts'
import { useWords } from '#ui/words.ts'
import type { FormErrors } from './signInTroubles.ts'

/** Errors of the whole form, with the request id of a failure. Always rendered, so that screen readers announce changes. */
export function FormTrouble({ errors }: { errors: FormErrors }) {
  const t = useWords('account')
  const ours = useWords('ui')
  const explain = useExplain()
  const word = errors.troubles.form
  const fails = !word && errors.failure !== undefined
  const { text, requestId } = fails ? explain(errors.failure) : { text: word && t(word), requestId: undefined }
  return (
    <div role="alert" className={text ? 'grid gap-1 rounded-md bg-signal-soft px-3 py-2 text-sm text-signal' : 'hidden'}>
      {text && <p>{text}</p>}
      {requestId && <p className="font-mono text-xs break-all select-all">{ours('request_id', { id: requestId })}</p>}
    </div>
  )
}
