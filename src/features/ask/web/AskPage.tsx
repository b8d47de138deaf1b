import { Link } from '@tanstack/react-router'
import { ChevronLeft, MessageSquareText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAccessGuard } from '#features/devices/web.tsx'
import { includesRight } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import { isNotFound } from '#shared/client.ts'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { AskTopic } from '../contract.ts'
import { Composer, type ComposerHandle } from './conversation/Composer.tsx'
import { Conversation } from './conversation/Conversation.tsx'
import { ScopeChips } from './conversation/ScopeChips.tsx'
import { ShareThread } from './conversation/ShareThread.tsx'
import { Suggestions } from './conversation/Suggestions.tsx'
import { PassagePanel } from './passage/PassagePanel.tsx'
import { PlanNeeded } from './PlanNeeded.tsx'
import { useThread } from './queries.ts'
import { type ChosenScope, EVERYTHING, toAskScope, toChosenScope } from './scope.ts'
import { ThreadList } from './threads/ThreadList.tsx'
import { useAsking } from './useAsking.ts'
import { useHandedQuestion } from './handedQuestion.ts'
import { useCurrentThread } from './useCurrentThread.ts'
import { useCitationPlayback } from './useCitationPlayback.ts'
import { useRecordings } from './useRecordings.ts'

/** /ask (A§2): questions to all recordings; each sentence of an answer cites what it rests on and plays it. */
export function AskPage() {
  const t = useTranslations('ask')
  usePageTitle(t('title'))
  const { membership } = useMembership()
  const { guard } = useAccessGuard()
  // A page that is opened directly checks for a recorder as the link to it does (B§2).
  const hasChecked = useRef(false)
  useEffect(() => {
    if (membership === undefined || hasChecked.current) return
    hasChecked.current = true
    guard(() => {})
  }, [membership, guard])
  const isIncluded = membership === undefined || includesRight(membership.membership_type, 'ask_ai')
  return isIncluded ? <AskColumns /> : <PlanNeeded canBuy={membership.can_buy} level="h1" />
}

function AskColumns() {
  const [threadId, openThread] = useCurrentThread()
  const [isNew, setNew] = useState(false)
  // A new conversation stays the same one when it becomes a thread, so that what is being typed and the focus stay.
  const [startedId, setStartedId] = useState<string>()
  const asking = useAsking((id) => {
    setStartedId(id)
    openThread(id, { replace: threadId === null })
  })
  const cites = useCitationPlayback()
  // On a phone one column is shown: the passage, the conversation or the list.
  const column = cites.shown ? 'passage' : threadId !== null || isNew || asking.running ? 'conversation' : 'list'
  const startNew = () => {
    openThread(null)
    setNew(true)
  }
  return (
    <div className="relative flex h-full min-h-0">
      <ThreadList
        current={threadId}
        onNew={startNew}
        className={classes(
          'w-60 flex-none border-r border-line max-md:w-full',
          column === 'passage' && 'max-lg:hidden',
          column !== 'list' && 'max-md:hidden',
        )}
      />
      <AskConversation
        key={threadId === null || threadId === startedId ? 'new' : threadId}
        threadId={threadId}
        asking={asking}
        cites={cites}
        onBack={() => {
          setNew(false)
          openThread(null)
        }}
        className={classes('min-w-0 flex-1', column === 'list' && 'max-md:hidden')}
      />
      <PassagePanel cites={cites} className="w-90 flex-none max-md:absolute max-md:inset-0 max-md:z-10 max-md:w-full" />
    </div>
  )
}

type AskConversationProps = {
  threadId: string | null
  asking: ReturnType<typeof useAsking>
  cites: ReturnType<typeof useCitationPlayback>
  onBack: () => void
  className: string
}

function AskConversation({ threadId, asking, cites, onBack, className }: AskConversationProps) {
  const t = useTranslations('ask')
  const thread = useThread(threadId)
  const recordings = useRecordings()
  const composer = useRef<ComposerHandle>(null)
  const [chosen, setChosen] = useState<ChosenScope>()
  const answers = (threadId !== null && thread.data?.answers) || []
  const last = answers.at(-1)
  const scope = chosen ?? (last ? toChosenScope(last.scope) : EVERYTHING)
  const ask = (question: string, topic: AskTopic | null = null, files?: readonly string[]) =>
    asking.ask({ question, threadId, topic, scope: toAskScope(files ? { ...scope, files } : scope) })
  const [handed, forget] = useHandedQuestion()
  useEffect(() => {
    if (!handed) return
    forget()
    asking.ask({ question: handed.question, threadId: null, scope: toAskScope({ ...EVERYTHING, files: handed.files }) })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a question is asked once.
  }, [handed])
  useEffect(() => {
    if (threadId === null) composer.current?.focus()
  }, [threadId])
  const isGone = isNotFound(thread.error)
  const isEmpty = answers.length === 0 && !asking.running
  return (
    <section aria-label={thread.data?.thread.title ?? t('new_question')} className={classes('flex min-h-0 flex-col', className)}>
      <header className="flex h-15 flex-none items-center gap-1 border-b border-line px-9 max-md:px-4">
        <IconButton className="md:hidden" label={t('back')} icon={<ChevronLeft aria-hidden />} onClick={onBack} />
        <h2 dir="auto" className="min-w-0 flex-1 truncate text-lg font-[640]">
          {(threadId !== null && thread.data?.thread.title) || t('new_question')}
        </h2>
        {answers.length > 0 && thread.data && (
          <ShareThread title={thread.data.thread.title} answers={answers} recordings={recordings} />
        )}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto px-9 py-6 max-md:px-4">
        <div className="mx-auto grid min-h-full max-w-[48rem] grid-cols-1 content-start">
          {threadId !== null && !thread.data && !thread.isError && !asking.running && <SkeletonRows rows={4} />}
          {threadId !== null && thread.isError && (
            <ErrorState
              title={t('thread_failed')}
              error={thread.error}
              onRetry={isGone ? undefined : () => void thread.refetch()}
            >
              {isGone ? t('thread_gone') : undefined}
            </ErrorState>
          )}
          {threadId === null && isEmpty && <BeforeQuestions recordings={recordings} />}
          <Conversation threadId={threadId} answers={answers} asking={asking} player={cites.player} recordings={recordings} />
        </div>
      </div>
      <div className="flex-none px-9 pb-5 max-md:px-4">
        <div className="mx-auto max-w-[48rem]">
          {!asking.running && <Suggestions fileId={null} asked={answers.map(({ question }) => question)} onAsk={ask} />}
          <Composer
            ref={composer}
            placeholder={t(answers.length > 0 ? 'placeholder_follow_up' : 'placeholder')}
            isAsking={asking.running !== undefined}
            onAsk={ask}
            onStop={asking.stop}
            scope={<ScopeChips scope={scope} onChange={setChosen} recordings={recordings} />}
          />
        </div>
      </div>
    </section>
  )
}

/** Shown before the first question. */
function BeforeQuestions({ recordings }: { recordings: ReturnType<typeof useRecordings> }) {
  const t = useTranslations('ask')
  const hasText = [...recordings.byId.values()].some(({ is_trans }) => is_trans)
  if (hasText || !recordings.isWhole) return <EmptyState icon={<MessageSquareText aria-hidden />}>{t('empty')}</EmptyState>
  const action = (
    <Link to="/file-list" search={{ categoryId: 'allFiles' }} className={buttonClass({})}>
      {t('all_files')}
    </Link>
  )
  return (
    <EmptyState icon={<MessageSquareText aria-hidden />} action={action}>
      {t('no_recordings')}
    </EmptyState>
  )
}
