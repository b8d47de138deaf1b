import { useExplain } from '#ui/useExplain.ts'
import { useWords } from '#ui/words.ts'
import type { Said } from './signInTroubles.ts'

/** What concerns the whole form: a closed door, or a failure with its request id. Always there, so that it is announced. */
export function FormTrouble({ said }: { said: Said }) {
  const t = useWords('account')
  const ours = useWords('ui')
  const explain = useExplain()
  const word = said.troubles.form
  const fails = !word && said.failure !== undefined
  const { text, requestId } = fails ? explain(said.failure) : { text: word && t(word), requestId: undefined }
  return (
    <div role="alert" className={text ? 'grid gap-1 rounded-md bg-signal-soft px-3 py-2 text-sm text-signal' : 'hidden'}>
      {text && <p>{text}</p>}
      {requestId && <p className="font-mono text-xs break-all select-all">{ours('request_id', { id: requestId })}</p>}
    </div>
  )
}
