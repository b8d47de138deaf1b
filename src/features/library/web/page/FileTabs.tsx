import { useLayoutEffect, useRef, useState } from 'react'
import { Sparkles, AudioLines } from 'lucide-react'
import { SCENES, type File } from '#features/files/contract.ts'
import { TabPanel, Tabs } from '#ui/tabs/Tabs.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import { isActive } from '#features/generate/rules.ts'
import { GenerateButton, useSeparateSpeakers, useTask } from '#features/generate/web.tsx'
import { SummarySkeleton, SummaryView, useHighlights, useIsOverview, type Passage } from '#features/notes/web.tsx'
import { useMe, useSettingsUrl } from '#features/profile/web.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { SpeakerRecognition, TranscriptView, useTranscriptEditor, type Highlighting } from '#features/transcription/web.tsx'

/** Summary and transcript of a recording: side by side where two columns are readable, otherwise one at a time. */
export function FileTabs({ file }: { file: File }) {
  const tNotes = useTranslations('notes')
  const tTranscription = useTranslations('transcription')
  const { ref, hasTwoColumns } = useHasMinWidth(TWO_COLUMN_MIN_WIDTH)
  const [tab, setTab] = useFileTab(hasTwoColumns)
  const [chosen, setChosen] = useState<Passage>()
  const isOverview = useIsOverview(file)
  const summaryLabel = tNotes(isOverview ? 'overview' : 'summary')
  const tabs: { value: FileTab; label: string }[] = [
    ...(hasTwoColumns
      ? [{ value: 'both' as const, label: isOverview ? tNotes('overviewAndTranscript') : tTranscription('both') }]
      : []),
    { value: 'summary', label: summaryLabel },
    { value: 'transcript', label: tTranscription('transcript') },
  ]
  const summary = <FileSummary file={file} onChoose={setChosen} />
  const transcript = <FileTranscript file={file} chosen={chosen} />
  const isReadOnly = useIsReadOnly(file)
  return (
    <div ref={ref} className="flex min-h-0 flex-1 flex-col">
      {!isReadOnly && <SpeakerRecognition file={file} errorFallback={null} />}
      <Tabs
        label={tTranscription('views')}
        value={tab}
        onChange={setTab}
        tabs={tabs}
        className="flex min-h-0 flex-1 flex-col"
        listClassName="flex-none px-10 pt-3 group-data-collapsed/file:hidden max-md:px-5 max-md:pt-0 max-sm:px-4"
      >
        {tab === 'both' && (
          <TabPanel value="both" className="grid min-h-0 flex-1 grid-cols-2">
            <section aria-label={summaryLabel} className="min-h-0 overflow-y-auto">
              {summary}
            </section>
            <section aria-label={tTranscription('transcript')} className="min-h-0 border-l border-line">
              {transcript}
            </section>
          </TabPanel>
        )}
        <TabPanel value="summary" className="min-h-0 flex-1 overflow-y-auto">
          {summary}
        </TabPanel>
        <TabPanel value="transcript" className="min-h-0 flex-1">
          {transcript}
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** The minimum width in CSS pixels for two readable columns. */
const TWO_COLUMN_MIN_WIDTH = 660

type FileTab = 'both' | 'summary' | 'transcript'

/** The storage key of the specification (B§9): `{product}_file_tabs`. */
const STORAGE_KEY = 'file_tabs'

/** Returns the open tab, which is the same for every recording, and its setter. "both" needs `hasRoom`. */
function useFileTab(hasTwoColumns: boolean): [FileTab, (tab: FileTab) => void] {
  const [selectedTab, setSelectedTab] = useState(getStoredTab)
  const selectTab = (tab: FileTab) => {
    setItem(STORAGE_KEY, tab, { lifetime: NO_EXPIRATION })
    setSelectedTab(tab)
  }
  return [selectedTab === 'both' && !hasTwoColumns ? 'summary' : selectedTab, selectTab]
}

function getStoredTab(): FileTab {
  const stored = getItem(STORAGE_KEY)
  return stored === 'summary' || stored === 'transcript' ? stored : 'both'
}

/** Returns whether an element has the minimum width in CSS pixels. Measures before the first paint, so that nothing moves. */
function useHasMinWidth(minWidth: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [hasTwoColumns, setHasTwoColumns] = useState(false)
  // The width changes when panes beside the element open and close.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setHasTwoColumns(element.clientWidth >= minWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [minWidth])
  return { ref, hasTwoColumns }
}

/** The summary of a recording, or the reason why there is none. */
function FileSummary({ file, onChoose }: { file: File; onChoose: (passage: Passage) => void }) {
  const t = useTranslations('notes')
  const isOperator = useMe()?.is_operator ?? false
  const settings = useSettingsUrl()
  const task = useTask(file.id)
  if (file.ai_content === '' && task && isActive(task)) {
    return (
      <div className="px-10 pt-5 max-md:px-5 max-sm:px-4">
        <p className="mb-4 truncate text-sm text-ink2">{task.stage === 'summarising' ? t('creating') : t('follows')}</p>
        <SummarySkeleton />
      </div>
    )
  }
  const canGenerate = !file.is_trash && !file.is_trans
  const action = canGenerate ? (
    <GenerateButton fileId={file.id} duration={file.duration} hasTranscript={false} isFree={file.scene === SCENES.welcomeNote} />
  ) : undefined
  const empty = (
    <EmptyState icon={<Sparkles aria-hidden />} action={action}>
      {t('noneHint')}
    </EmptyState>
  )
  return (
    <SummaryView
      file={file}
      empty={empty}
      onChoose={onChoose}
      onConnectModel={isOperator ? () => settings.open('language-model') : undefined}
    />
  )
}

/** The transcript of a recording, its live segments during transcription, or the reason why there is none. */
function FileTranscript({ file, chosen }: { file: File; chosen: Passage | undefined }) {
  const t = useTranslations('transcription')
  const task = useTask(file.id)
  const liveProgress =
    task && isActive(task) && task.stage !== 'queued' && !(task.stage === 'separating' && task.segments_transcribed === 0)
      ? { taskId: task.task_id, segmentsTranscribed: task.segments_transcribed, percent: task.percent }
      : undefined
  const emptyText = task && isActive(task) ? t('none_yet') : t('none')
  const empty = (
    <EmptyState key={emptyText} icon={<AudioLines aria-hidden />}>
      {emptyText}
    </EmptyState>
  )
  const highlighting = useHighlighting(file)
  const separation = useSeparateSpeakers(file)
  const isReadOnly = useIsReadOnly(file)
  const editor = useTranscriptEditor(file, isReadOnly)
  const hasAudio = file.sound_deleted_at === null
  return (
    <TranscriptView
      fileId={file.id}
      segments={editor?.segments ?? file.trans_result}
      liveProgress={liveProgress}
      highlighting={highlighting}
      speakers={{
        separation: file.is_trash ? undefined : separation,
        hasAudio,
      }}
      editor={editor}
      chosen={chosen}
      empty={empty}
    />
  )
}

/** Whether the transcript of a recording cannot be edited now. */
function useIsReadOnly(file: File): boolean {
  const task = useTask(file.id)
  return file.is_trash || file.trans_result === null || (task !== undefined && task !== null && isActive(task))
}

/** Connects the highlights of the transcript with the notes of the recording. Those of a recording in the trash stay as they are. */
function useHighlighting(file: File): Highlighting | undefined {
  const { highlights, add, changeComment, remove } = useHighlights(file.id)
  if (file.is_trash) return undefined
  return {
    highlights,
    add: ({ start, end, text }, comment) => void add({ start_time: start, end_time: end, text, comment }),
    changeComment: (id, comment) => void changeComment(id, comment),
    remove: (id) => void remove(id),
  }
}
