import { LocateFixed } from 'lucide-react'
import { use, useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { Virtualizer } from 'virtua'
import type { CustomItemComponentProps, VirtualizerHandle } from 'virtua'
import type { Segment } from '#features/files/contract.ts'
import { usePlayer, usePlayerState } from '#features/files/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { useEvent } from '#browser/events/useEvent.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isPopupOpen } from '#browser/keyboard/shortcuts.ts'
import { speechlessSpans } from '../rules.ts'
import { TranscriptSearchBar } from './TranscriptSearchBar.tsx'
import type { TranscriptEditor } from './editor/transcriptEditor.ts'
import { useRowEditor } from './editor/useRowEditor.ts'
import { useSegmentActions } from './editor/useSegmentActions.ts'
import type { SearchMatch } from './segmentText.ts'
import { SegmentRow } from './SegmentRow.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { speakerColour, listSpeakers, useSpeakerLabels } from './speakers.ts'
import type { SpeakerControls } from './speakers/speakerControls.ts'
import { useDraftNames, useSpeakersPanel, type SpeakersPanelState } from './speakers/useSpeakersPanel.ts'
import { ChosenPassageContext } from './selection/chosenPassage.ts'
import { highlightsBetween, type Highlighting, type TranscriptHighlight } from './selection/highlighting.ts'
import { SelectionToolbar } from './selection/SelectionToolbar.tsx'
import { findSilences } from './selection/findSilences.ts'
import { usePassageKeys } from './selection/usePassageKeys.ts'
import { TranscriptToolbar } from './TranscriptToolbar.tsx'
import { useTranscriptSearch } from './useTranscriptSearch.ts'
import { scrollToRow, useAutoScroll, useRowNavigation } from './useRowNavigation.ts'

export type SegmentListProps = {
  segments: readonly Segment[]
  /** Shows that the transcription is still running. */
  note: string | undefined
  highlighting: Highlighting | undefined
  /** What can be done with the speakers; undefined while the recording is transcribed. */
  speakers: SpeakerControls | undefined
  fileId: string
  /** Without it the transcript cannot be edited. */
  editor: TranscriptEditor | undefined
}

/** A virtual list of the segments of a transcript, with search, copy and automatic scrolling during playback. */
export function SegmentList({ segments: savedSegments, note, highlighting, speakers, fileId, editor }: SegmentListProps) {
  const t = useTranslations('transcription')
  const panel = useSpeakersPanel()
  const rowEditor = useRowEditor(editor)
  const history = useHistoryPanel(rowEditor.isEditing, panel)
  const labelOf = useSpeakerLabels(savedSegments)
  const actions = useSegmentActions(editor, labelOf)
  const draftSegments = useDraftNames(savedSegments, panel.draft)
  const segments = useShownNames(draftSegments, labelOf)
  const listHandle = useRef<VirtualizerHandle>(null)
  const container = useRef<HTMLDivElement>(null)
  const autoScroll = useAutoScroll(container, listHandle, segments)
  const rowNavigation = useRowNavigation(
    { container, list: listHandle },
    { count: segments.length, playedRow: autoScroll.currentIndex, onManualScroll: autoScroll.pause },
  )
  const showMatch = useCallback((found: SearchMatch) => scrollToRow(container.current, listHandle.current, found.segment), [])
  useScrollToChosen(container, listHandle, segments)
  useSkippedSilences(segments)
  usePassageKeys(container, { segments, playedRow: autoScroll.currentIndex, highlighting })
  const search = useTranscriptSearch(segments, { isReplacing: editor !== undefined && rowEditor.isEditing, onSelect: showMatch })
  const searchField = useSearchShortcut(search)
  const colourBySpeaker = useMemo(
    () => new Map(listSpeakers(savedSegments).map((speaker, index) => [speaker, speakerColour(index)])),
    [savedSegments],
  )
  const matchesBySegment = useMemo(() => Map.groupBy(search.matches, ({ segment }) => segment), [search.matches])
  const silencesBySegment = useSilencesBySegment(segments, note === undefined)
  const highlightsBySegment = useHighlightsBySegment(segments, highlighting?.highlights ?? NO_HIGHLIGHTS)
  return (
    <div className="@container/transcript h-full">
      <div className="flex h-full @max-[44rem]/transcript:flex-col">
        <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
          {editor && rowEditor.isEditing ? (
            <EditorToolbar editor={editor} state={rowEditor} history={history} onOpenSearch={search.open} />
          ) : (
            <TranscriptToolbar
              fileId={fileId}
              segments={segments}
              note={note}
              speakersPanel={speakers && panel}
              onOpenSearch={search.open}
              onEdit={editor && rowEditor.start}
            />
          )}
          {search.isOpen && <TranscriptSearchBar search={search} ref={searchField} />}
          {search.isOpen && editor && rowEditor.isEditing && <ReplaceBar editor={editor} search={search} />}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <div
            ref={container}
            role="list"
            aria-label={t('transcript')}
            onWheel={autoScroll.pause}
            onTouchMove={autoScroll.pause}
            onKeyDown={rowNavigation.handleKeyDown}
            className="min-h-0 flex-1 overflow-y-auto @container/rows border-t border-line px-10 pt-2 [overflow-anchor:none] max-md:px-5 max-sm:px-4"
          >
            <Virtualizer
              ref={listHandle}
              data={segments}
              scrollRef={container}
              item={ListItem}
              startMargin={8}
              keepMounted={[rowNavigation.activeRow]}
            >
              {(segment, index) => (
                <SegmentRow
                  key={segment.id}
                  segment={segment}
                  index={index}
                  colour={
                    colourBySpeaker.get(draftSegments[index]!.speaker) ?? colourBySpeaker.get(savedSegments[index]!.speaker)
                  }
                  hasSpeakers={colourBySpeaker.size > 0}
                  isContinued={segments[index - 1]?.speaker === segment.speaker && !silencesBySegment.has(index)}
                  isEdited={panel.draft?.segment?.id === segment.id}
                  savedSegment={savedSegments[index]!}
                  onEditSpeaker={speakers && editor ? panel.editName : undefined}
                  isTabStop={index === rowNavigation.activeRow}
                  onRowFocus={rowNavigation.setActiveRow}
                  matches={matchesBySegment.get(index) ?? NO_MATCHES}
                  selectedMatch={search.selectedMatch?.segment === index ? search.selectedMatch : undefined}
                  highlights={highlightsBySegment.get(index) ?? NO_HIGHLIGHTS}
                  highlighting={highlightsBySegment.has(index) ? highlighting : undefined}
                  silenceBefore={silencesBySegment.get(index)}
                  editor={rowEditor.rows}
                  actions={actions}
                  showsMachine={rowEditor.isEditing && rowEditor.showsMachine}
                  silenceAfter={index === segments.length - 1 ? silencesBySegment.get(segments.length) : undefined}
                />
              )}
            </Virtualizer>
          </div>
          <SelectionToolbar container={container} segments={segments} highlighting={highlighting} actions={actions} />
          {autoScroll.isPaused && (
            <Button
              className="absolute bottom-4 left-1/2 -translate-x-1/2 shadow-lift"
              icon={<LocateFixed aria-hidden />}
              onClick={autoScroll.resume}
            >
              {t('back_to_now')}
            </Button>
          )}
        </div>
        {editor && history.isOpen && (
          <HistoryPanel
            editor={editor}
            active={rowEditor.active}
            showsMachine={rowEditor.showsMachine}
            onShowMachine={rowEditor.setShowsMachine}
            onClose={history.toggle}
          />
        )}
        {speakers && panel.isOpen && (
          <SpeakersPanel {...{ fileId, panel, editor, labelOf }} segments={savedSegments} controls={speakers} />
        )}
      </div>
    </div>
  )
}

const EditorToolbar = lazyComponent(async () => (await import('./editor/EditorToolbar.tsx')).EditorToolbar)
const ReplaceBar = lazyComponent(async () => (await import('./editor/ReplaceBar.tsx')).ReplaceBar)
const HistoryPanel = lazyComponent(async () => (await import('./editor/HistoryPanel.tsx')).HistoryPanel)

/** Whether the history is open, which takes the place of the panel of the speakers. */
function useHistoryPanel(isEditing: boolean, panel: SpeakersPanelState) {
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    if (!isOpen && panel.isOpen) panel.toggle()
    setOpen(!isOpen)
  }
  return { isOpen: isEditing && isOpen && !panel.isOpen, toggle }
}

const SpeakersPanel = lazyComponent(async () => (await import('./speakers/SpeakersPanel.tsx')).SpeakersPanel)

/** Returns the segments with translated names. Segments that keep their name stay the same objects. */
function useShownNames(segments: readonly Segment[], labelOf: (speaker: string) => string): readonly Segment[] {
  return useMemo(
    () =>
      segments.map((segment) => {
        const speaker = labelOf(segment.speaker)
        return speaker === segment.speaker ? segment : { ...segment, speaker }
      }),
    [segments, labelOf],
  )
}

const NO_MATCHES: readonly SearchMatch[] = []
const NO_HIGHLIGHTS: readonly TranscriptHighlight[] = []

/** Returns the highlights that overlap each segment, by the index of the segment; segments without any are missing. */
function useHighlightsBySegment(segments: readonly Segment[], highlights: readonly TranscriptHighlight[]) {
  return useMemo(() => {
    const bySegment = new Map<number, readonly TranscriptHighlight[]>()
    if (highlights.length === 0) return bySegment
    segments.forEach(({ start_time, end_time }, index) => {
      const overlapping = highlightsBetween(highlights, start_time, end_time)
      if (overlapping.length > 0) bySegment.set(index, overlapping)
    })
    return bySegment
  }, [segments, highlights])
}

/** Returns the stretches without speech by the index of the segment after them. The end of the recording counts when complete. */
function useSilencesBySegment(segments: readonly Segment[], isComplete: boolean) {
  const duration = usePlayerState((state) => state.duration)
  return useMemo(() => {
    const spans = speechlessSpans(segments, isComplete ? duration : undefined)
    return new Map(spans.map((span) => [span.segment, span]))
  }, [segments, isComplete, duration])
}

/** Gives the player the parts of the recording without speech. */
function useSkippedSilences(segments: readonly Segment[]): void {
  const playback = usePlayer()
  const duration = usePlayerState((state) => state.duration)
  // The player is the external system.
  useEffect(() => playback.setSilences(findSilences(segments, duration)), [playback, segments, duration])
}

/** Scrolls to a passage when it is chosen in the summary. */
function useScrollToChosen(
  container: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  segments: readonly Segment[],
): void {
  const chosen = use(ChosenPassageContext)
  const index = chosen ? segments.findIndex(({ end_time }) => end_time > chosen.start) : -1
  // The scroll position of the list is the external system.
  useEffect(() => {
    if (chosen && index >= 0) scrollToRow(container.current, list.current, index)
  }, [container, list, chosen, index])
}

function ListItem({ ref, style, children }: CustomItemComponentProps) {
  return (
    <div ref={ref} role="listitem" style={style}>
      {children}
    </div>
  )
}

/** Opens the transcript search on Ctrl-F and Cmd-F instead of the browser's. Returns the ref of the field that gets the focus. */
function useSearchShortcut({ isOpen, open }: { isOpen: boolean; open: () => void }) {
  const searchField = useRef<HTMLInputElement>(null)
  const previousFocus = useRef<Element>(null)
  useEvent('document', 'keydown', (event) => {
    if (event.key.toLowerCase() !== 'f' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (isPopupOpen()) return
    event.preventDefault()
    open()
    searchField.current?.select()
  })
  // The focus is the external system. It moves into the field and returns to the previous element afterwards.
  useEffect(() => {
    if (!isOpen) return undefined
    previousFocus.current = document.activeElement
    searchField.current?.focus()
    return () => {
      if (previousFocus.current instanceof HTMLElement && previousFocus.current.isConnected) previousFocus.current.focus()
    }
  }, [isOpen])
  return searchField
}
