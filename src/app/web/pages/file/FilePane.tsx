import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Player, AudioDeleted, readMarkers } from '#features/files/web.tsx'
import { FileHeader } from '#features/library/web.tsx'
import type { File } from '#features/files/contract.ts'
import { useMoveMenu } from '#features/folders/web.tsx'
import { GenerateButton, TaskProgress } from '#features/generate/web.tsx'
import { useSettings } from '#features/profile/web.tsx'
import { PATH_AFTER_TRASH, paths } from '#shared/paths.ts'
import { useRedirectFrom } from '#ui/link/PageLink.tsx'
import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import { TabPanel, Tabs } from '#ui/tabs/Tabs.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { FileChips } from './FileChips.tsx'
import { FileSummary } from './FileSummary.tsx'
import { FileTranscript } from './FileTranscript.tsx'

/** The minimum width in CSS pixels for two readable columns. */
const TWO_COLUMN_MIN_WIDTH = 660

/** Header, tabs and docked player of a recording. Needs a PlayerProvider. */
export function FilePane({ file, steps }: { file: File; steps?: ReactNode }) {
  const leavePage = useRedirectFrom()
  const { ref, hasTwoColumns } = useHasMinWidth(TWO_COLUMN_MIN_WIDTH)
  const { moveMenu, moveDialog } = useMoveMenu()
  const trashDays = useSettings().settings?.trash_days
  const actions = <GenerateButton fileId={file.id} hasTranscript={file.is_trans} hasAudio={file.sound_deleted_at === null} />
  return (
    <div ref={ref} className="flex h-full flex-col">
      <FileHeader
        file={file}
        chips={<FileChips file={file} />}
        navigation={steps}
        trashDays={trashDays}
        actions={actions}
        moveMenu={moveMenu(file)}
        onGone={() => leavePage(paths.file(file.id), PATH_AFTER_TRASH)}
      />
      <TaskProgress fileId={file.id} className="mx-10 mt-3 flex-none max-md:mx-5 max-sm:mx-4" />
      <FileTabs file={file} hasTwoColumns={hasTwoColumns} />
      {file.sound_deleted_at === null ? (
        <Player fileId={file.id} markers={readMarkers(file)} />
      ) : (
        <AudioDeleted deletedAt={file.sound_deleted_at} />
      )}
      {moveDialog}
    </div>
  )
}

function FileTabs({ file, hasTwoColumns }: { file: File; hasTwoColumns: boolean }) {
  const tNotes = useTranslations('notes')
  const tTranscription = useTranslations('transcription')
  const [tab, setTab] = useFileTab(hasTwoColumns)
  const tabs: { value: FileTab; label: string }[] = [
    ...(hasTwoColumns ? [{ value: 'both' as const, label: tTranscription('both') }] : []),
    { value: 'summary', label: tNotes('summary') },
    { value: 'transcript', label: tTranscription('transcript') },
  ]
  const summary = <FileSummary file={file} />
  const transcript = <FileTranscript file={file} />
  return (
    <Tabs
      label={tTranscription('views')}
      value={tab}
      onChange={setTab}
      tabs={tabs}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="flex-none px-10 pt-3 max-md:px-5 max-sm:px-4"
    >
      {tab === 'both' && (
        <TabPanel value="both" className="grid min-h-0 flex-1 grid-cols-2">
          <section aria-label={tNotes('summary')} className="min-h-0 overflow-y-auto">
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
  )
}

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
