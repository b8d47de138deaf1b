import { useEffect, useRef } from 'react'
import { LoaderCircle } from 'lucide-react'
import { Refused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import type { AskAnswer } from '../../contract.ts'
import type { CitationPlayer } from '../useCitationPlayback.ts'
import type { Asking } from '../useAsking.ts'
import type { useRecordings } from '../useRecordings.ts'
import { AnswerView } from './AnswerView.tsx'

export type ConversationProps = {
  threadId: string | null
  answers: readonly AskAnswer[]
  asking: Asking
  player: CitationPlayer
  recordings: ReturnType<typeof useRecordings>
  isOfFile?: boolean
  /** Asks a question of this thread in all recordings. */
  onLookInAll?: (question: string) => void
}

/** The questions and answers of a thread, with the one that is being written. */
export function Conversation(props: ConversationProps) {
  const { threadId, answers, asking, player, recordings, isOfFile = false, onLookInAll } = props
  const t = useTranslations('ask')
  const end = useRef<HTMLDivElement>(null)
  const { running, failed } = asking
  const written = running?.progress?.answer.answer_id ?? running?.answerId
  const isPending = running !== undefined && running.progress === undefined && running.answerId === null
  const count = answers.length + (isPending ? 1 : 0)
  // A new question is shown, wherever the answer before it was read.
  useEffect(() => {
    if (running) end.current?.scrollIntoView?.({ block: 'nearest' })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a thread that is opened begins at its first question.
  }, [count, running?.progress?.answer.sentences.length])
  return (
    <>
      {answers.map((answer, index) => {
        const isWriting = answer.answer_id === written
        return (
          <AnswerView
            key={answer.answer_id}
            threadId={threadId ?? ''}
            answer={answer}
            player={player}
            recordings={recordings}
            isWriting={isWriting}
            isFirst={index === 0}
            isOfFile={isOfFile}
            onRetry={
              running || threadId === null
                ? undefined
                : () => asking.retry({ question: answer.question, threadId, answerId: answer.answer_id })
            }
            onLookInAll={onLookInAll && (() => onLookInAll(answer.question))}
          />
        )
      })}
      {isPending && (
        <article aria-busy className={answers.length === 0 ? undefined : 'mt-6 border-t border-line pt-6'}>
          <h2 dir="auto" className={isOfFile ? 'text-base font-[620] wrap-anywhere' : 'text-xl font-[640] wrap-anywhere'}>
            {running.question}
          </h2>
          <p className="mt-1.5 flex items-center gap-2 text-sm text-ink2">
            <LoaderCircle aria-hidden className="size-4 animate-spin" />
            {t('reading')}
          </p>
        </article>
      )}
      <p role="status" className="sr-only">
        {running ? (running.progress ? t('writing') : t('reading')) : ''}
      </p>
      {failed && failed.threadId === threadId && <AskFailure failed={failed} />}
      <div ref={end} />
    </>
  )
}

const REFUSALS = {
  notIncluded: 'not_included',
  nothingToRead: 'nothing_to_read',
  tooManyAnswers: 'too_many_answers',
  tooManyThreads: 'too_many_threads',
} as const

function AskFailure({ failed }: { failed: NonNullable<Asking['failed']> }) {
  const t = useTranslations('ask')
  const { error, again } = failed
  const refusal = error instanceof Refused ? error.refusal : undefined
  const text = refusal !== undefined && refusal in REFUSALS ? t(REFUSALS[refusal as keyof typeof REFUSALS]) : undefined
  return (
    <ErrorState title={t('ask_failed')} error={error} onRetry={text === undefined ? again : undefined} className="py-8">
      {text}
    </ErrorState>
  )
}
