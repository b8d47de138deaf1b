import { useExplain } from '#ui/useExplain.ts'
import { useWords } from '#ui/words.ts'
import type { TroubleWord } from './signInTroubles.ts'

/** What concerns the whole form: a closed door, or a failure with its request id. Always there, so that it is announced. */
export function FormTrouble({ word, failure }: { word: TroubleWord | undefined; failure: unknown }) {
  const t = useWords('account')
  const ours = useWords('ui')
  const explain = useExplain()
  const { text, requestId } = word || failure === undefined ? { text: word && t(word), requestId: undefined } : explain(failure)
  return (
    <div role="alert" className={text ? 'grid gap-1 rounded-md bg-signal-soft px-3 py-2 text-sm text-signal' : 'hidden'}>
      {text && <p>{text}</p>}
      {requestId && <p className="font-mono text-xs break-all select-all">{ours('request_id', { id: requestId })}</p>}
    </div>
  )
}
