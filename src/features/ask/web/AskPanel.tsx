import { useNavigate } from '@tanstack/react-router'
import { Clock, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { includesRight } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import type { Millis } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { Menu, MenuItem } from '#ui/menu/Menu.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { AskAnswer, AskCitation, AskTopic } from '../contract.ts'
import { citationKey } from './citations.ts'
import { Composer } from './conversation/Composer.tsx'
import { Conversation } from './conversation/Conversation.tsx'
import { Suggestions } from './conversation/Suggestions.tsx'
import { PlanNeeded } from './PlanNeeded.tsx'
import { useThread, useThreads } from './queries.ts'
import { useAsking } from './useAsking.ts'
import { handQuestion } from './handedQuestion.ts'
import { useRecordings } from './useRecordings.ts'

export type AskPanelProps = {
  fileId: string
  /** Whether the player of the page plays. */
  isPlaying: boolean
  /** Plays a passage in the player of the page, and shows it in the transcript. */
  onPlay: (passage: { start: Millis; end: Millis }) => void
  onPause: () => void
  onClose: () => void
  className?: string
}

/** Asks the recording of the page. Its citations play in the player of the page. */
export function AskPanel({ className, ...props }: AskPanelProps) {
  const t = useTranslations('ask')
  const { membership } = useMembership()
  const isIncluded = membership === undefined || includesRight(membership.membership_type, 'ask_ai')
  return (
    <aside aria-label={t('panel')} className={classes('flex min-h-0 flex-col border-l border-line bg-surface', className)}>
      {isIncluded ? (
        <FileConversation key={props.fileId} {...props} />
      ) : (
        <>
          <PanelHeader onClose={props.onClose} />
          <PlanNeeded canBuy={membership.can_buy} level="h3" />
        </>
      )}
    </aside>
  )
}

function PanelHeader({ onClose, children }: { onClose: () => void; children?: React.ReactNode }) {
  const t = useTranslations('ask')
  return (
    <header className="flex h-15 flex-none items-center gap-1 border-b border-line pr-3 pl-6">
      <h2 className="min-w-0 flex-1 truncate text-lg font-[640]">{t('title')}</h2>
      {children}
      <IconButton label={t('close_panel')} icon={<X aria-hidden />} onClick={onClose} />
    </header>
  )
}

type Played = { readonly answerId: string; readonly key: string }

function FileConversation({ fileId, isPlaying, onPlay, onPause, onClose }: Omit<AskPanelProps, 'className'>) {
  const t = useTranslations('ask')
  const navigate = useNavigate()
  const recordings = useRecordings()
  const { data: threads = [], isPending } = useThreads(fileId)
  const [chosen, setChosen] = useState<string | null>()
  // The latest thread is continued until a new one is begun.
  const threadId = chosen === undefined ? (threads[0]?.thread_id ?? null) : chosen
  const thread = useThread(threadId)
  const asking = useAsking(setChosen)
  const [played, setPlayed] = useState<Played>()
  const answers = (threadId !== null && thread.data?.answers) || []
  const ask = (question: string, topic: AskTopic | null = null) => asking.ask({ question, threadId, fileId, topic })
  const toggle = ({ answer_id: answerId }: AskAnswer, citation: AskCitation) => {
    const key = citationKey(citation)
    if (isPlaying && played?.answerId === answerId && played.key === key) return onPause()
    setPlayed({ answerId, key })
    return onPlay({ start: citation.start_ms, end: citation.end_ms })
  }
  const lookInAll = (question: string) => {
    handQuestion(question)
    void navigate({ to: '/ask' })
  }
  return (
    <>
      <PanelHeader onClose={onClose}>
        {threads.length > 0 && (
          <Menu trigger={<IconButton label={t('earlier_questions')} icon={<Clock aria-hidden />} />}>
            {threads.map(({ thread_id, title }) => (
              <MenuItem key={thread_id} onSelect={() => setChosen(thread_id)}>
                <bdi className="block max-w-64 truncate">{title}</bdi>
              </MenuItem>
            ))}
          </Menu>
        )}
        <IconButton label={t('new_question')} icon={<Plus aria-hidden />} onClick={() => setChosen(null)} />
      </PanelHeader>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 py-4">
        {threadId !== null && !thread.data && !thread.isError && !asking.running && <SkeletonRows rows={3} />}
        {answers.length === 0 && !asking.running && !thread.isLoading && !isPending && (
          <EmptyState className="py-6">{t('empty')}</EmptyState>
        )}
        <Conversation
          threadId={threadId}
          answers={answers}
          asking={asking}
          player={{ playing: isPlaying ? played : undefined, toggle }}
          recordings={recordings}
          isOfFile
          onLookInAll={lookInAll}
        />
        {!asking.running && !isPending && (threadId === null || thread.data) && (
          <Suggestions fileId={fileId} asked={answers.map(({ question }) => question)} onAsk={ask} isNarrow />
        )}
      </div>
      <div className="flex-none px-4 pb-4">
        <Composer
          isNarrow
          placeholder={t('placeholder_file')}
          isAsking={asking.running !== undefined}
          onAsk={ask}
          onStop={asking.stop}
          scope={
            <span className="inline-flex h-8 items-center rounded-full bg-accent-soft px-3 text-sm font-[560] text-accent">
              {t('this_recording')}
            </span>
          }
        />
      </div>
    </>
  )
}
