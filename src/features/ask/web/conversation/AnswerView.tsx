import { Check, LoaderCircle } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ModelFailureText } from '#features/language-models/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { TEXT_LINK_CLASS } from '#ui/link/textLinkClass.ts'
import type { AskAnswer, NoModel } from '../../contract.ts'
import type { CitationPlayer } from '../useCitationPlayback.ts'
import type { useRecordings } from '../useRecordings.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { AnswerText } from './AnswerText.tsx'
import { Missing } from './Missing.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'

export type AnswerViewProps = {
  threadId: string
  answer: AskAnswer
  player: CitationPlayer
  recordings: ReturnType<typeof useRecordings>
  isWriting: boolean
  isFirst: boolean
  /** In the panel of a recording. */
  isOfFile: boolean
  onRetry: (() => void) | undefined
  onLookInAll: (() => void) | undefined
}

/** A question with what was read and the answer. */
export function AnswerView(props: AnswerViewProps) {
  const { threadId, answer, player, recordings, isWriting, isFirst, isOfFile, onRetry, onLookInAll } = props
  const t = useTranslations('ask')
  const isEmpty = !isWriting && answer.sentences.length === 0 && answer.missing === null
  return (
    <article aria-busy={isWriting} className={isFirst ? undefined : 'mt-6 border-t border-line pt-6'}>
      <h2 dir="auto" className={isOfFile ? 'text-base font-[620] wrap-anywhere' : 'text-xl font-[640] wrap-anywhere'}>
        {answer.question}
      </h2>
      <ReadLine answer={answer} isWriting={isWriting} />
      <AnswerText answer={answer} player={player} recordings={recordings} isWriting={isWriting} hidesTitles={isOfFile} />
      {isEmpty && <p className="mt-3 text-ink2">{t('nothing_written')}</p>}
      <Missing answer={answer} player={player} recordings={recordings} isOfFile={isOfFile} onLookInAll={onLookInAll} />
      {!isWriting && <Remarks answer={answer} />}
      {!isWriting && <AnswerActions threadId={threadId} answer={answer} recordings={recordings} onRetry={onRetry} />}
    </article>
  )
}

function ReadLine({ answer: { sources }, isWriting }: { answer: AskAnswer; isWriting: boolean }) {
  const t = useTranslations('ask')
  const text =
    sources.whole_ms === null
      ? t('read', {
          passages: t('passages', { count: sources.passages }),
          recordings: t('recordings', { count: sources.recordings }),
        })
      : t('read_whole', { from: formatTimestamp(0), to: formatTimestamp(sources.whole_ms) })
  const Icon = isWriting ? LoaderCircle : Check
  return (
    <p className="mt-1.5 flex items-center gap-2 text-sm text-ink2">
      <Icon aria-hidden className={isWriting ? 'size-4 animate-spin' : 'size-4'} />
      {text}
    </p>
  )
}

const QUOTES = {
  notConfigured: 'quotes_no_model',
  personLimit: 'quotes_person_limit',
  serverLimit: 'quotes_server_limit',
  modelFailed: 'quotes_failed',
  unsupported: 'quotes_unsupported',
} as const satisfies Record<NoModel, string>

/** How the answer came about, where that has to be said. */
function Remarks({ answer }: { answer: AskAnswer }) {
  const t = useTranslations('ask')
  const isOperator = useMe()?.is_operator === true
  const { no_model, model_failure, left_out, state, sentences } = answer
  return (
    <div className="mt-3 grid gap-1 text-sm text-ink2 empty:hidden">
      {no_model && (sentences.length > 0 || model_failure) && (
        <p>
          {sentences.length > 0 && t(model_failure ? 'quotes' : QUOTES[no_model])}{' '}
          {model_failure && <ModelFailureText {...model_failure} />}{' '}
          {no_model === 'notConfigured' && isOperator && (
            <button type="button" className={TEXT_LINK_CLASS} onClick={() => openDialog('settings', { pane: 'language-model' })}>
              {t('set_up_model')}
            </button>
          )}
        </p>
      )}
      {left_out > 0 && <p>{t('left_out', { count: left_out })}</p>}
      {state === 'stopped' && <p>{t('stopped')}</p>}
      {state === 'failed' && (
        <p role="alert">
          {t('broken_off')} {model_failure && <ModelFailureText {...model_failure} />}
        </p>
      )}
    </div>
  )
}
