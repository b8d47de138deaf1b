import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatClock } from '#ui/format.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DialogTurn } from '#ui/DialogTurn.tsx'
import { lazyDialog } from '#ui/lazyDialog.tsx'
import { useEvent } from '#ui/useEvent.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useRecordingsToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { forgetAsked, recorderAsked, watchRecorder } from './asked.ts'
import { KeptNotice } from './KeptNotice.tsx'
import { RecorderBar } from './RecorderBar.tsx'
import { RecorderContext, useRecorder, useRecorderState } from './RecorderContext.ts'
import type { RecorderHandle } from './RecorderContext.ts'
import type { RecorderViewProps } from './RecorderView.tsx'
import type { StartDialogProps } from './StartDialog.tsx'
import { useAnnouncements } from './useAnnouncements.ts'
import { useDiscard } from './useDiscard.ts'
import { useEnding } from './useEnding.ts'
import type { EndingActs } from './useEnding.ts'
import { useRecorderKeys } from './useRecorderKeys.ts'
import { useRecordingMark } from './useRecordingMark.ts'
import { useStanding } from './useStanding.ts'

const StartDialog = lazyDialog<StartDialogProps>(async () => (await import('./StartDialog.tsx')).StartDialog)
const RecorderView = lazyDialog<RecorderViewProps>(async () => (await import('./RecorderView.tsx')).RecorderView)

export type RecorderScreensProps = EndingActs & {
  /** The recorder to show. */
  recorder: RecorderHandle
}

/** All screens of the recorder, mounted once on every page as a bar at the bottom. */
export function RecorderScreens({ recorder, ...acts }: RecorderScreensProps) {
  return (
    <RecorderContext value={recorder}>
      <Screens {...acts} />
    </RecorderContext>
  )
}

/** Phases of a recording in progress. */
const UNDER_WAY: ReadonlySet<string> = new Set(['recording', 'paused', 'finishing'])

function Screens(acts: EndingActs) {
  const phase = useRecorderState((state) => state.phase)
  const discard = useDiscard()
  const isUnderWay = UNDER_WAY.has(phase) && !discard.isGone
  const isSteered = isUnderWay && phase !== 'finishing'
  const { asked, isViewed, view, close } = useAsked({ isSteered, onNew: discard.isGone ? discard.forGood : undefined })
  const [namedFirst, setNamedFirst] = useState<number | null>(null)
  const mark = useMark((index) => {
    setNamedFirst(index)
    view()
  })
  const toast = useRecordingsToast()
  // The full view has its own text field for a marker.
  useEffect(() => {
    if (isViewed) toast.close(MARKED)
  }, [isViewed, toast])
  const { isRunning, toggle } = useStanding()
  const leaveView = () => {
    close()
    setNamedFirst(null)
  }
  useEnding(acts)
  useLeaveWarning(discard.isGone)
  useRecorderKeys({ isOn: isSteered, onMark: () => mark(isViewed), onPause: toggle })
  useRecordingMark(isSteered ? (isRunning ? 'running' : 'paused') : null)
  const hasDialog = isViewed || (asked !== null && !isUnderWay)
  return (
    <>
      {isUnderWay ? <RecorderBar onExpand={view} onMark={() => mark(false)} /> : <KeptNotice {...acts} />}
      {isUnderWay && <Announcements />}
      <DialogTurn name="recorder" wants={hasDialog}>
        <StartDialog open={asked !== null && !isUnderWay && !discard.isGone} folderId={asked?.folderId ?? null} onClose={close} />
        <RecorderView
          open={isViewed}
          onClose={leaveView}
          onMark={() => mark(true)}
          onDiscard={discard.ask}
          namedFirst={namedFirst}
        />
        <DiscardDialog
          open={discard.isAsking && isSteered}
          onClose={discard.cancel}
          onConfirm={() => {
            leaveView()
            discard.confirm()
          }}
        />
      </DialogTurn>
    </>
  )
}

/** Handles requests to open the recorder: the start dialog, or the full view while a recording is in progress. */
function useAsked({ isSteered, onNew }: { isSteered: boolean; onNew: (() => Promise<void>) | undefined }) {
  const asked = useSyncExternalStore(watchRecorder, recorderAsked)
  const [isLarge, setLarge] = useState(false)
  const [seen, setSeen] = useState(asked)
  if (asked !== seen) {
    setSeen(asked)
    if (asked !== null && isSteered) setLarge(true)
  }
  if (!isSteered && isLarge) setLarge(false)
  // A recording that was just discarded is deleted at once to make room for the next one.
  useEffect(() => {
    if (asked !== null && onNew) void onNew()
  }, [asked, onNew])
  // Requested during a recording: nothing must open by itself when the recording ends.
  useEffect(() => {
    if (isSteered && asked !== null) forgetAsked()
  }, [isSteered, asked])
  return {
    asked,
    isViewed: isLarge && isSteered,
    view: () => setLarge(true),
    close: () => {
      setLarge(false)
      forgetAsked()
    },
  }
}

/** Warns before leaving the page only while audio would be lost. */
function useLeaveWarning(isOff: boolean): void {
  const recorder = useRecorder()
  useEvent('window', 'beforeunload', (event) => {
    if (!isOff && recorder.wouldLose()) event.preventDefault()
  })
}

const MARKED = 'recorder-marked'

/** Adds a marker. Outside the full view, a toast offers to add text to it. */
function useMark(onName: (index: number) => void): (isViewed: boolean) => void {
  const t = useWords('recorder')
  const toast = useRecordingsToast()
  const recorder = useRecorder()
  return (isViewed) => {
    const index = recorder.mark()
    if (isViewed || index < 0) return
    const time = formatClock((recorder.store.getState().markers[index]?.at ?? recorder.position()) / 1000)
    toast.show(t('marked', { time }), { id: MARKED, action: { label: t('mark_name'), run: () => onName(index) } })
  }
}

function Announcements() {
  const { calm, grave } = useAnnouncements()
  return (
    <>
      <p role="status" className="sr-only">
        {calm}
      </p>
      <p role="alert" className="sr-only">
        {grave}
      </p>
    </>
  )
}

function DiscardDialog({ open, onClose, onConfirm }: { open: boolean; onClose: () => void; onConfirm: () => void }) {
  const t = useWords('recorder')
  const recorder = useRecorder()
  const { duration } = useFormat()
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t('discard_title')}
      confirmLabel={t('discard')}
      cancelLabel={t('discard_keep')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {open && t('discard_text', { length: duration(recorder.position() / 1000) })}
    </ConfirmDialog>
  )
}
