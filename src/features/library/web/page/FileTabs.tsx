import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Plus } from 'lucide-react'
import type { File } from '#features/files/contract.ts'
import { NoteTask } from '#features/generate/web.tsx'
import { MindMapView, NoteSwitcher, NoteView, noteName, useIsOverview, useNotes, useSummary } from '#features/notes/web.tsx'
import type { Note, Passage } from '#features/notes/web.tsx'
import { SpeakerRecognition } from '#features/transcription/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { TabPanel, Tabs } from '#ui/tabs/Tabs.tsx'
import { FileSummary } from './FileSummary.tsx'
import { FileTranscript, useIsReadOnly } from './FileTranscript.tsx'
import { useFileTab, type FileTab } from './useFileTab.ts'

type FileTabsProps = {
  file: File
  /** Shows two versions of the summary side by side, in the tab of the summary. */
  isComparing: boolean
  onCompare: (isComparing: boolean) => void
  /** A passage that an answer cites and that was chosen there. A new object is a new choice. */
  cited?: Passage | undefined
}

/**
 * Summary, transcript, notes and mind map of a recording. Summary and transcript are side by side where two columns are readable;
 * elsewhere one is shown at a time, and a row above the summary switches to the notes.
 */
export function FileTabs({ file, isComparing, onCompare, cited: citation }: FileTabsProps) {
  const tNotes = useTranslations('notes')
  const tTranscription = useTranslations('transcription')
  const { ref, hasTwoColumns } = useHasMinWidth(TWO_COLUMN_MIN_WIDTH)
  const [chosen, setChosen] = useState<Passage>()
  const { added, highlights, isPending } = useNotes(file)
  const { form, cited } = useSummary(file)
  // An edited summary has the points that were not changed.
  const mapped = form ?? cited
  const isOverview = useIsOverview(file)
  const isReadOnly = useIsReadOnly(file)
  const hasMap = mapped !== undefined && (mapped.chapters.length > 1 || mapped.sections.length > 0)
  const [selectedTab, selectTab] = useFileTab({ hasTwoColumns, hasMap, notes: added })
  // The tab from before is shown again afterwards.
  const tab = isComparing ? 'summary' : selectedTab
  const setTab = (next: FileTab) => {
    onCompare(false)
    selectTab(next)
  }
  const summaryLabel = tNotes(isOverview ? 'overview' : 'summary')
  const noteLabel = (note: Note) => noteName(note) || tNotes('untitledNote')
  // Shown with the tabs before it, so that it does not move.
  const addNote =
    isPending || file.is_trash || file.trans_result === null ? undefined : () => openDialog('newNote', { fileId: file.id })
  const tabs: { value: FileTab; label: string }[] = [
    ...(hasTwoColumns
      ? [{ value: 'both' as const, label: isOverview ? tNotes('overviewAndTranscript') : tTranscription('both') }]
      : []),
    { value: 'summary', label: summaryLabel },
    { value: 'transcript', label: tTranscription('transcript') },
    ...(hasTwoColumns ? added.map((note) => ({ value: `note:${note.note_id}` as const, label: noteLabel(note) })) : []),
    ...(hasMap ? [{ value: 'map' as const, label: tNotes('mindMap') }] : []),
  ]
  const note = added.find(({ note_id }) => tab === `note:${note_id}`)
  const summary = <FileSummary {...{ file, isComparing, onCompare }} onChoose={setChosen} />
  const transcript = <FileTranscript file={file} chosen={chosen} />
  const noteView = note && (
    <NoteView
      key={note.note_id}
      file={file}
      note={note}
      task={<NoteTask fileId={file.id} note={note} />}
      onChoose={setChosen}
      onDeleted={() => setTab('summary')}
      onRestored={() => setTab(`note:${note.note_id}`)}
    />
  )
  const switcher = !hasTwoColumns && added.length > 0 && (
    <NoteSwitcher
      fallback={<div className="h-13" />}
      value={note ? tab : 'summary'}
      options={[
        { value: 'summary', label: summaryLabel },
        ...added.map((entry) => ({ value: `note:${entry.note_id}`, label: noteLabel(entry) })),
      ]}
      onChange={(value) => setTab(value as FileTab)}
      form={note ? note.extra.form : form}
      onAdd={addNote}
    />
  )
  const openInTranscript = (passage: Passage) => {
    setChosen(passage)
    setTab('transcript')
  }
  const [shownCitation, setShownCitation] = useState(citation)
  if (citation !== shownCitation) {
    setShownCitation(citation)
    setChosen(citation)
  }
  useEffect(() => {
    if (citation && tab !== 'both') setTab('transcript')
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the tab changes when a citation is chosen, and never else.
  }, [citation])
  return (
    <div ref={ref} className="flex min-h-0 flex-1 flex-col">
      {!isReadOnly && <SpeakerRecognition file={file} errorFallback={null} />}
      {/* Highlights are in the transcript and have no tab, so their failure stands above all tabs (B§8). */}
      {highlights && highlights.task_status < 0 && (
        <NoteTask fileId={file.id} note={highlights} className="flex-none px-10 pt-3 max-md:px-5 max-sm:px-4" />
      )}
      <Tabs
        label={tTranscription('views')}
        // Without tabs for the notes, a note is shown in the tab of the summary.
        value={note && !hasTwoColumns ? 'summary' : tab}
        onChange={setTab}
        tabs={tabs}
        end={addNote && (hasTwoColumns || added.length === 0) && <AddNoteButton onClick={addNote} />}
        className="flex min-h-0 flex-1 flex-col"
        listClassName="flex-none px-10 pt-3 group-data-collapsed/file:hidden max-md:px-5 max-md:pt-0 max-sm:px-4"
      >
        {tab === 'both' && (
          <TabPanel value="both" className="grid min-h-0 flex-1 grid-cols-2">
            <section aria-label={summaryLabel} className="min-h-0 overflow-y-auto">
              {summary}
            </section>
            <section aria-label={tTranscription('transcript')} className="min-h-0 border-s border-line">
              {transcript}
            </section>
          </TabPanel>
        )}
        <ScrollingPanel value="summary">
          {switcher}
          {noteView && !hasTwoColumns ? noteView : summary}
        </ScrollingPanel>
        <TabPanel value="transcript" className="min-h-0 flex-1">
          {transcript}
        </TabPanel>
        {note && hasTwoColumns && <ScrollingPanel value={tab}>{noteView}</ScrollingPanel>}
        {hasMap && (
          <TabPanel value="map" className="min-h-0 flex-1">
            <MindMapView file={file} form={mapped} onOpenInTranscript={openInTranscript} />
          </TabPanel>
        )}
      </Tabs>
    </div>
  )
}

const ScrollingPanel = ({ value, children }: { value: FileTab; children: ReactNode }) => (
  <TabPanel value={value} className="min-h-0 flex-1 overflow-y-auto">
    {children}
  </TabPanel>
)

function AddNoteButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations('notes')
  return (
    <button
      type="button"
      aria-label={t('newNote')}
      onClick={onClick}
      className="flex flex-none items-center gap-1 rounded-sm pt-2 pb-2.5 text-md whitespace-nowrap text-ink2 hover:text-ink pointer-coarse:min-h-11"
    >
      <Plus aria-hidden className="size-4" />
      {t('addNote')}
    </button>
  )
}

/** The minimum width in CSS pixels for two readable columns. */
const TWO_COLUMN_MIN_WIDTH = 660

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
