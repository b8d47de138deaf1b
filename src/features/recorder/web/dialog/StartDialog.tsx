import { useState } from 'react'
import { RotateCw, TriangleAlert } from 'lucide-react'
import { NewRecordingEstimate } from '#features/generate/web.tsx'
import { useFolders } from '#features/folders/web.tsx'
import { MembershipContext } from '#features/membership/web.tsx'
import { useOwnMembership } from '#features/profile/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Select } from '#ui/select/Select.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { now } from '#browser/timers/time.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorder, useRecorderState } from '../RecorderContext.ts'
import type { RecorderState } from '../engine/recorderState.ts'
import { useFailureMessages } from '../bar/failureMessages.ts'
import { MicrophoneField, SharedAudioField } from './MicrophoneField.tsx'

export type StartDialogProps = {
  open: boolean
  /** The folder of the recording unless another one is chosen. */
  folderId: string | null
  onClose: () => void
}

/** The select treats an empty value as nothing chosen. */
const NO_FOLDER_VALUE = 'none'

/** The dialog before a recording. It requests no permission until the user presses a button. */
export function StartDialog({ open, folderId, onClose }: StartDialogProps) {
  return open ? <OpenDialog folderId={folderId} onClose={onClose} /> : null
}

function OpenDialog({ folderId, onClose }: Omit<StartDialogProps, 'open'>) {
  const t = useTranslations('recorder')
  const ui = useTranslations('ui')
  const recorder = useRecorder()
  const defaultTitle = useDefaultTitle()
  const [title, setTitle] = useState('')
  const [folder, setFolder] = useState(folderId ?? NO_FOLDER_VALUE)
  const { blocked, failure, hasFailed, isStarting, ...actions } = useStartDialog({ onBegun: onClose })
  const close = () => {
    recorder.close()
    onClose()
  }
  const start = () =>
    actions.start({ filename: title.trim() || defaultTitle, folderId: folder === NO_FOLDER_VALUE ? null : folder })
  const footer = (
    <>
      <Button variant="quiet" onClick={close}>
        {ui('cancel')}
      </Button>
      <Button type="submit" variant="main" busy={isStarting} disabledReason={blocked !== null && t(`failure_${blocked.kind}`)}>
        {t('start')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={close} title={t('start_title')} description={t('start_lead')} onSubmit={start} footer={footer}>
      <div className="grid grid-cols-1 gap-5">
        {failure && <RecorderFailure failure={failure} onRetry={actions.retry} />}
        {!blocked && !hasFailed && <MicrophoneField onOpen={actions.open} isStarting={isStarting} />}
        {!blocked && <SharedAudioField isOn={actions.isSharingWanted} onChange={actions.share} />}
        <TextField
          label={t('title_label')}
          placeholder={defaultTitle}
          value={title}
          onChange={setTitle}
          maxLength={255}
          dir="auto"
          autoComplete="off"
        />
        <FolderField value={folder} onChange={setFolder} />
        <p className="text-sm text-ink2">{t('start_consent')}</p>
        <Estimate />
      </div>
    </Dialog>
  )
}

/** Selects the folder. Renders nothing when there are no folders. */
function FolderField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useTranslations('recorder')
  const folders = useFolders().data ?? []
  if (folders.length === 0) return null
  const options = [
    { value: NO_FOLDER_VALUE, label: t('no_folder') },
    ...folders.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const isKnown = options.some((option) => option.value === value)
  return <Select label={t('folder_label')} options={options} value={isKnown ? value : NO_FOLDER_VALUE} onChange={onChange} />
}

/** The minutes left to transcribe with. The recorder is outside of the main layout, which provides the membership to the pages. */
function Estimate() {
  return (
    <MembershipContext value={useOwnMembership()}>
      <NewRecordingEstimate duration={null} />
    </MembershipContext>
  )
}

/** The title of a recording that the user has not named: its start time. */
function useDefaultTitle(): string {
  const t = useTranslations('recorder')
  const { dateTime } = useFormat()
  const [openedAt] = useState(now)
  return t('untitled', { moment: dateTime(openedAt) })
}

/** Failures that a retry cannot resolve. */
const NOT_RETRIABLE: ReadonlySet<string> = new Set(['insecure', 'tooOld', 'noMember', 'signedOut'])

/** Shows why there is no recording, what to do about it, and a retry button where it may help. */
function RecorderFailure({ failure, onRetry }: { failure: NonNullable<RecorderState['failure']>; onRetry: () => void }) {
  const ui = useTranslations('ui')
  const { title, text } = useFailureMessages()(failure)
  return (
    <div role="alert" className="flex items-start gap-3 rounded-md bg-signal-soft px-4 py-3">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 flex-none text-signal" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p className="text-base font-[600]">{title}</p>
        <p className="text-md text-pretty text-ink2">{text}</p>
        {!NOT_RETRIABLE.has(failure.kind) && (
          <Button size="sm" className="mt-1.5" icon={<RotateCw aria-hidden />} onClick={onRetry}>
            {ui('try_again')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** State and actions of the start dialog. `onBegun` is called when the recording has started. */
function useStartDialog({ onBegun }: { onBegun: () => void }) {
  const recorder = useRecorder()
  const phase = useRecorderState((state) => state.phase)
  const failure = useRecorderState((state) => state.failure)
  const [isSharingWanted, setIsSharingWanted] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const support = recorder.canRecord()
  const blocked = support === 'ready' ? null : { kind: support }
  const currentPhase = () => recorder.store.getState().phase
  const open = (deviceId?: string) => recorder.open({ tabAudio: isSharingWanted, ...(deviceId && { deviceId }) })
  const begin = async (details: { filename: string; folderId: string | null }) => {
    if (currentPhase() !== 'ready') await open()
    if (currentPhase() === 'ready') await recorder.start(details)
  }
  const start = async (details: { filename: string; folderId: string | null }) => {
    if (blocked || isStarting) return
    setStarting(true)
    await begin(details).finally(() => setStarting(false))
    if (currentPhase() === 'recording') onBegun()
  }
  const share = (isWanted: boolean) => {
    setIsSharingWanted(isWanted)
    if (phase !== 'ready') return
    if (isWanted) void recorder.addTabAudio()
    else recorder.removeTabAudio()
  }
  return {
    /** Recording is impossible here; known before any action. */
    blocked,
    failure: blocked ?? failure,
    hasFailed: phase === 'failed',
    isStarting,
    isSharingWanted,
    open: (deviceId?: string) => void open(deviceId),
    share,
    // Sharing failed or has no audio: the microphone is open anyway.
    retry: () => (phase === 'ready' ? share(true) : void open()),
    start: (details: { filename: string; folderId: string | null }) => void start(details),
  }
}
