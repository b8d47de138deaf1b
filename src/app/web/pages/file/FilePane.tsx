import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { FileHeader, Player, SoundDeleted, markersOf } from '#features/files/web.tsx'
import type { File } from '#features/files/contract.ts'
import { useMoveMenu } from '#features/folders/web.tsx'
import { GenerateButton, TaskProgress } from '#features/generate/web.tsx'
import { useSettings } from '#features/me/web.tsx'
import { AFTER_TRASH, paths } from '#kit/paths.ts'
import { useLeavePage } from '#ui/PageLink.tsx'
import { NoExpiration, recall, store } from '#ui/storage.ts'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'
import { useWords } from '#ui/words.ts'
import { FileChips } from './FileChips.tsx'
import { FileSummary } from './FileSummary.tsx'
import { FileTranscript } from './FileTranscript.tsx'

/** The minimum width in CSS pixels for two readable columns. */
const ROOM_FOR_BOTH = 660

/** Header, tabs and docked player of a recording. Needs a PlayerProvider. */
export function FilePane({ file, steps }: { file: File; steps?: ReactNode }) {
  const leavePage = useLeavePage()
  const { ref, hasRoom } = useRoom(ROOM_FOR_BOTH)
  const { moveMenu, moveDialog } = useMoveMenu()
  const trashDays = useSettings().settings?.trash_days
  const actions = <GenerateButton fileId={file.id} hasTranscript={file.is_trans} hasSound={file.sound_deleted_at === null} />
  return (
    <div ref={ref} className="flex h-full flex-col">
      <FileHeader
        file={file}
        chips={<FileChips file={file} />}
        steps={steps}
        trashDays={trashDays}
        actions={actions}
        moveMenu={moveMenu(file)}
        onGone={() => leavePage(paths.file(file.id), AFTER_TRASH)}
      />
      <TaskProgress fileId={file.id} className="mx-10 mt-3 flex-none max-md:mx-5 max-sm:mx-4" />
      <FileTabs file={file} hasRoom={hasRoom} />
      {file.sound_deleted_at === null ? (
        <Player fileId={file.id} marks={markersOf(file)} />
      ) : (
        <SoundDeleted at={file.sound_deleted_at} />
      )}
      {moveDialog}
    </div>
  )
}

function FileTabs({ file, hasRoom }: { file: File; hasRoom: boolean }) {
  const notes = useWords('notes')
  const transcription = useWords('transcription')
  const [tab, setTab] = useFileTab(hasRoom)
  const tabs: { value: FileTab; label: string }[] = [
    ...(hasRoom ? [{ value: 'both' as const, label: transcription('both') }] : []),
    { value: 'summary', label: notes('summary') },
    { value: 'transcript', label: transcription('transcript') },
  ]
  const summary = <FileSummary file={file} />
  const transcript = <FileTranscript file={file} />
  return (
    <Tabs
      label={transcription('views')}
      value={tab}
      onChange={setTab}
      tabs={tabs}
      className="flex min-h-0 flex-1 flex-col"
      listClassName="flex-none px-10 pt-3 max-md:px-5 max-sm:px-4"
    >
      {tab === 'both' && (
        <TabPanel value="both" className="grid min-h-0 flex-1 grid-cols-2">
          <section aria-label={notes('summary')} className="min-h-0 overflow-y-auto">
            {summary}
          </section>
          <section aria-label={transcription('transcript')} className="min-h-0 border-l border-line">
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
const KEPT_AS = 'file_tabs'

/** Returns the open tab, which is the same for every recording, and its setter. "both" needs `hasRoom`. */
function useFileTab(hasRoom: boolean): [FileTab, (tab: FileTab) => void] {
  const [chosen, setChosen] = useState(keptTab)
  const choose = (tab: FileTab) => {
    store(KEPT_AS, tab, { lifetime: NoExpiration })
    setChosen(tab)
  }
  return [chosen === 'both' && !hasRoom ? 'summary' : chosen, choose]
}

function keptTab(): FileTab {
  const kept = recall(KEPT_AS)
  return kept === 'summary' || kept === 'transcript' ? kept : 'both'
}

/** Returns whether an element has the minimum width in CSS pixels. Measures before the first paint, so that nothing moves. */
function useRoom(atLeast: number) {
  const ref = useRef<HTMLDivElement>(null)
  const [hasRoom, setRoom] = useState(false)
  // The width changes when panes beside the element open and close.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setRoom(element.clientWidth >= atLeast)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [atLeast])
  return { ref, hasRoom }
}
