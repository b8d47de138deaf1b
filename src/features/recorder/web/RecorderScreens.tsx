import { useEffect, useState } from 'react'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { QueuedDialog } from '#ui/dialog/dialogQueue.tsx'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import { useEvent } from '#browser/events/useEvent.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { clearOpenRequest, useRecorderRequest } from './openRequest.ts'
import { RecoveryNotice } from './recovery/RecoveryNotice.tsx'
import { RecorderBar } from './bar/RecorderBar.tsx'
import { RecorderContext, useRecorder, useRecorderState, useRecordingControls } from './RecorderContext.ts'
import type { RecorderHandle } from './engine/recorderState.ts'
import { useAnnouncements } from './bar/useAnnouncements.ts'
import { useDiscard, useStopRecording } from './useStopRecording.ts'
import { useRecorderKeys } from './useRecorderKeys.ts'
import { useTabIndicator } from './useTabIndicator.ts'
import type { RecordingActions } from './useSavedToast.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

const StartDialog = lazyDialog(async () => (await import('./dialog/StartDialog.tsx')).StartDialog)
const RecorderView = lazyDialog(async () => (await import('./view/RecorderView.tsx')).RecorderView)

export type RecorderScreensProps = RecordingActions & {
  /** The recorder to show. */
  recorder: RecorderHandle
}

/** All screens of the recorder, mounted once on every page as a bar at the bottom. */
export function RecorderScreens({ recorder, ...actions }: RecorderScreensProps) {
  return (
    <RecorderContext value={recorder}>
      <Screens {...actions} />
    </RecorderContext>
  )
}

/** Phases of a recording in progress. */
const PHASES_IN_PROGRESS: ReadonlySet<string> = new Set(['recording', 'paused', 'finishing'])

function Screens(actions: RecordingActions) {
  const phase = useRecorderState((state) => state.phase)
  const discard = useDiscard()
  const isInProgress = PHASES_IN_PROGRESS.has(phase) && !discard.isHidden
  const isControllable = isInProgress && phase !== 'finishing'
  const { openRequest, isViewShown, openView, close } = useOpenRequest({
    isControllable,
    onNew: discard.isHidden ? discard.discardNow : undefined,
  })
  const [editedMarker, setEditedMarker] = useState<number | null>(null)
  const addMarker = useAddMarker(isControllable, (index) => {
    setEditedMarker(index)
    openView()
  })
  const toast = useToast()
  // The full view has its own text field for a marker.
  useEffect(() => {
    if (isViewShown) toast.close(MARKER_TOAST_ID)
  }, [isViewShown, toast])
  const { isRunning, toggle } = useRecordingControls()
  const closeView = () => {
    close()
    setEditedMarker(null)
  }
  useStopRecording(actions)
  useLeavePageWarning(discard.isHidden)
  useRecorderKeys({ isEnabled: isControllable, onMark: () => addMarker(isViewShown), onPause: toggle })
  useTabIndicator(isControllable ? (isRunning ? 'running' : 'paused') : null)
  const needsDialog = isViewShown || (openRequest !== null && !isInProgress)
  return (
    <>
      {isInProgress ? <RecorderBar onExpand={openView} onMark={() => addMarker(false)} /> : <RecoveryNotice {...actions} />}
      {isInProgress && <Announcements />}
      <QueuedDialog priority="requested" open={needsDialog}>
        <StartDialog
          open={openRequest !== null && !isInProgress && !discard.isHidden}
          folderId={openRequest?.folderId ?? null}
          onClose={close}
        />
        <RecorderView
          open={isViewShown}
          onClose={closeView}
          onMark={() => addMarker(true)}
          onDiscard={discard.requestConfirmation}
          editedMarker={editedMarker}
        />
        <DiscardDialog
          open={discard.isConfirming && isControllable}
          onClose={discard.cancel}
          onConfirm={() => {
            closeView()
            discard.confirm()
          }}
        />
      </QueuedDialog>
    </>
  )
}

/** Handles requests to open the recorder: the start dialog, or the full view while a recording is in progress. */
function useOpenRequest({ isControllable, onNew }: { isControllable: boolean; onNew: (() => Promise<void>) | undefined }) {
  const openRequest = useRecorderRequest((state) => state.openRequest)
  const [isViewOpen, setViewOpen] = useState(false)
  const [handledRequest, setHandledRequest] = useState(openRequest)
  if (openRequest !== handledRequest) {
    setHandledRequest(openRequest)
    if (openRequest !== null && isControllable) setViewOpen(true)
  }
  if (!isControllable && isViewOpen) setViewOpen(false)
  // A recording that was just discarded is deleted at once to make room for the next one.
  useEffect(() => {
    if (openRequest !== null && onNew) void onNew()
  }, [openRequest, onNew])
  // Requested during a recording: nothing must open by itself when the recording ends.
  useEffect(() => {
    if (isControllable && openRequest !== null) clearOpenRequest()
  }, [isControllable, openRequest])
  return {
    openRequest,
    isViewShown: isViewOpen && isControllable,
    openView: () => setViewOpen(true),
    close: () => {
      setViewOpen(false)
      clearOpenRequest()
    },
  }
}

/** Warns before leaving the page only while audio would be lost. */
function useLeavePageWarning(isDisabled: boolean): void {
  const recorder = useRecorder()
  useEvent('window', 'beforeunload', (event) => {
    if (!isDisabled && recorder.wouldLose()) event.preventDefault()
  })
}

const MARKER_TOAST_ID = 'recorder-marked'

/** Adds a marker. Outside the full view, a toast offers to add text to it, as long as the recording continues. */
function useAddMarker(isControllable: boolean, onName: (index: number) => void): (isViewShown: boolean) => void {
  const t = useTranslations('recorder')
  const toast = useToast()
  const recorder = useRecorder()
  useEffect(() => {
    if (isControllable) return () => toast.close(MARKER_TOAST_ID)
    return undefined
  }, [isControllable, toast])
  return (isViewShown) => {
    const index = recorder.mark()
    if (isViewShown || index < 0) return
    const time = formatTimestamp(recorder.store.getState().markers[index]?.at ?? recorder.position())
    toast.show(t('marked', { time }), { id: MARKER_TOAST_ID, action: { label: t('mark_name'), run: () => onName(index) } })
  }
}

function Announcements() {
  const { polite, assertive } = useAnnouncements()
  return (
    <>
      <p role="status" className="sr-only">
        {polite}
      </p>
      <p role="alert" className="sr-only">
        {assertive}
      </p>
    </>
  )
}

function DiscardDialog({ open, onClose, onConfirm }: { open: boolean; onClose: () => void; onConfirm: () => void }) {
  const t = useTranslations('recorder')
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
