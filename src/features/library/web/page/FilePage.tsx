import { useMemo, useState } from 'react'
import { Link, useLocation } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import {
  AudioDeleted,
  Player,
  PlayerProvider,
  readMarkers,
  useFile,
  useGeneratedTitleToast,
  useNoteVisit,
} from '#features/files/web.tsx'
import type { File } from '#features/files/contract.ts'
import { isActive } from '#features/generate/rules.ts'
import { TaskProgress, useTask } from '#features/generate/web.tsx'
import { speakerLanes } from '#features/transcription/web.tsx'
import { useMe } from '#features/profile/web.tsx'
import { usePageTitle } from '#browser/page/pageTitle.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useMarkSampleRead } from '../home/first-run/onboarding.ts'
import { useListLocation } from '../panes/listLocation.ts'
import { useAskPanel } from '../panes/askPanel.ts'
import { BackToListLink } from './BackToListLink.tsx'
import { FileHeader } from './FileHeader.tsx'
import { FileTabs } from './FileTabs.tsx'
import { hasNoSpeech } from './hasNoSpeech.ts'
import { PreviousNextShortcuts } from './PreviousNextButtons.tsx'
import { useCollapsingHeader } from './useCollapsingHeader.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { SummarySkeleton, useSummary } from '#features/notes/web.tsx'
import type { Passage } from '#features/notes/web.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { parseTimeLink } from '#shared/timeLink.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { buttonClass } from '#ui/button/Button.tsx'

/** /file/{id} (A§2): header, summary, transcript and player of one recording. */
export function FilePage() {
  const id = useListLocation().fileId ?? ''
  return (
    <>
      <PreviousNextShortcuts id={id} />
      <div className="min-h-0 flex-1">
        <OpenFile key={id} id={id} />
      </div>
    </>
  )
}

function OpenFile({ id }: { id: string }) {
  const t = useTranslations('library')
  const { file, error, isFetching, refetch } = useFile(id)
  const linkedTime = useLinkedTime()
  const [wasLoaded, setWasLoaded] = useState(false)
  if (file && !wasLoaded) setWasLoaded(true)
  usePageTitle(file?.filename ?? t('file_title'))
  useNoteVisit(file)
  useMarkSampleRead(file?.scene, useMe()?.id)
  if (file) {
    return (
      <PlayerProvider fileId={id} duration={file.duration} position={file.playback_position} linkedTime={linkedTime}>
        <LoadedFile file={file} />
      </PlayerProvider>
    )
  }
  if (file === undefined && !error) return <FileSkeleton />
  return (
    <div className="flex h-full flex-col">
      <BackToListLink className="m-1 self-start" />
      <FileError error={error} wasLoaded={wasLoaded} retrying={isFetching} onRetry={() => void refetch()} />
    </div>
  )
}

/** The time of a link to a moment (`#t=374000`), undefined without one. */
const useLinkedTime = () => parseTimeLink(`#${useLocation({ select: ({ hash }) => hash })}`)

// Shown when it is asked for.
const FileAskPanel = lazyComponent(async () => (await import('./FileAskPanel.tsx')).FileAskPanel)

/** So that the page does not move when the panel is loaded. */
const ASK_PANEL_SPACE = <div className="w-90 flex-none border-l border-line max-md:hidden" />

// Rare: a recording in which no word was recognized.
const NoSpeech = lazyComponent(async () => (await import(/* chunk: offline */ './NoSpeech.tsx')).NoSpeech)

function LoadedFile({ file }: { file: File }) {
  const task = useTask(file.id)
  const isWorking = task !== undefined && isActive(task)
  const { isCollapsed, handlers } = useCollapsingHeader()
  useGeneratedTitleToast(file)
  const [isComparing, setComparing] = useState(false)
  const [cited, setCited] = useState<Passage>()
  const isAsking = useAskPanel(({ isOpen }) => isOpen)
  const { note: summary } = useSummary(file)
  const lanes = useMemo(() => speakerLanes(file.trans_result ?? []), [file.trans_result])
  return (
    <div className="relative flex h-full">
      <div {...handlers} data-collapsed={isCollapsed ? '' : undefined} className="group/file flex h-full min-w-0 flex-1 flex-col">
        <FileHeader file={file} />
        {hasNoSpeech(file) && !isWorking ? (
          <NoSpeech file={file} />
        ) : (
          <>
            <FileTabs file={file} isComparing={isComparing} onCompare={setComparing} cited={cited} />
            {/* Above the player, so that the text does not move when the work ends. */}
            <TaskProgress
              fileId={file.id}
              duration={file.duration}
              isInTrash={file.is_trash}
              // A summary that replaced none has nothing to be compared with.
              onCompare={summary && summary.version_count > 0 ? () => setComparing(true) : undefined}
              className="mx-10 my-3 flex-none max-md:mx-5 max-sm:mx-4"
            />
          </>
        )}
        {file.sound_deleted_at === null ? (
          <Player fileId={file.id} markers={readMarkers(file)} lanes={lanes} />
        ) : (
          <AudioDeleted deletedAt={file.sound_deleted_at} />
        )}
      </div>
      {isAsking && !file.is_trash && <FileAskPanel file={file} onCite={setCited} fallback={ASK_PANEL_SPACE} />}
    </div>
  )
}

/** The skeleton of the page of a recording. */
function FileSkeleton() {
  return (
    <div className="flex h-full flex-col">
      <div className="flex-none px-10 pt-5 max-md:px-5 max-md:pt-0 max-sm:px-4">
        <div className="flex items-center max-md:h-12">
          <BackToListLink className="-ml-3" />
          <Skeleton className="h-8.5 w-72 max-w-full max-sm:h-6" />
        </div>
        <Skeleton className="mt-2.5 h-3.5 w-52 max-md:mt-1" />
      </div>
      <div className="mt-4 flex h-10.5 max-md:mt-0 max-md:h-11.5 flex-none gap-5.5 border-b border-line px-10 max-md:px-5 max-sm:px-4">
        <Skeleton className="mt-3 h-4 w-20" />
        <Skeleton className="mt-3 h-4 w-20" />
      </div>
      <div className="min-h-0 flex-1 px-10 pt-5 max-md:px-5 max-sm:px-4">
        <SummarySkeleton />
      </div>
      <div className="h-21 flex-none border-t border-line bg-raised max-sm:h-18" />
    </div>
  )
}

type FileErrorProps = {
  /** Null when the server answered that the recording does not exist. */
  error: unknown
  /** The recording was shown before, so it has been deleted since. */
  wasLoaded: boolean
  retrying: boolean
  onRetry: () => void
}

/** Shown instead of a recording that does not exist or could not be loaded. */
function FileError({ error, wasLoaded, retrying, onRetry }: FileErrorProps) {
  const t = useTranslations('files')
  if (error)
    return <ErrorState className="h-full" error={error} title={t('file_load_failed')} retrying={retrying} onRetry={onRetry} />
  return (
    <EmptyState
      className="h-full"
      icon={<FileQuestion aria-hidden />}
      action={
        <Link to="/file-list" search={{ categoryId: 'allFiles' }} className={buttonClass({})}>
          {t('show_all_files')}
        </Link>
      }
    >
      {wasLoaded ? t('file_deleted_meanwhile') : t('file_not_found')}
    </EmptyState>
  )
}
