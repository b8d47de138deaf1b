import { Flag, Maximize2, Pause, Play, Square } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { SteadyLabel } from '#ui/button/SteadyLabel.tsx'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useRecorder, useRecorderState, useRecordingControls, useRecordedSeconds } from '../RecorderContext.ts'
import { BarNoteRow } from './BarNoteRow.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'

export type RecorderBarProps = {
  /** Opens the full view. */
  onExpand: () => void
  onMark: () => void
}

/** A running recording on every page: its state, what is saved, and its controls. */
export function RecorderBar({ onExpand, onMark }: RecorderBarProps) {
  const t = useTranslations('recorder')
  const phase = useRecorderState((state) => state.phase)
  return (
    <section
      aria-label={t('bar')}
      className="border-t border-line bg-raised pb-[max(0px,env(safe-area-inset-bottom)-var(--bar,0px))]"
    >
      <BarNoteRow />
      {phase === 'finishing' ? <Finishing /> : <Running onExpand={onExpand} onMark={onMark} />}
      {/* On phones, where the row has no space for it. */}
      {phase !== 'finishing' && <SavedStatus className="-mt-1.5 truncate px-3 pb-1.5 text-xs text-ink2 sm:hidden" />}
    </section>
  )
}

const ROW_CLASS = 'flex min-h-16 items-center gap-4 px-6 max-md:px-4 max-sm:min-h-15 max-sm:gap-2 max-sm:px-3'

function Running({ onExpand, onMark }: RecorderBarProps) {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const filename = useRecorderState((state) => state.filename)
  const { isRunning, isPaused, toggle } = useRecordingControls()
  const [state, otherState] = isRunning ? [t('state_recording'), t('state_paused')] : [t('state_paused'), t('state_recording')]
  const [pauseLabel, otherLabel] = isPaused ? [t('resume'), t('pause')] : [t('pause'), t('resume')]
  return (
    <div className={ROW_CLASS}>
      <div className="flex min-w-0 flex-none items-center gap-2.5">
        <RecordingDot isOn={isRunning} />
        <div className="grid">
          <RecordedTime className="text-lg leading-6 font-[600]" />
          <SteadyLabel label={state} others={[otherState]} className="text-xs text-ink2 sm:hidden" />
        </div>
        <SteadyLabel
          label={state}
          others={[otherState]}
          className={classes('text-sm max-sm:hidden', isRunning ? 'text-signal' : 'text-ink2')}
        />
      </div>
      <LevelMeter isIdle={!isRunning} className="w-28 flex-none max-md:w-16 max-sm:min-w-6 max-sm:flex-1" />
      <div className="grid min-w-0 flex-1 max-sm:hidden">
        <p dir="auto" className="truncate text-left text-md font-[560]" title={filename}>
          {filename}
        </p>
        <SavedStatus className="truncate text-sm text-ink2" />
      </div>
      <div className="flex flex-none items-center gap-2 max-sm:gap-1">
        <BarButton label={t('mark')} shortcut="M" icon={<Flag aria-hidden />} onClick={onMark} />
        <BarButton
          label={pauseLabel}
          otherLabel={otherLabel}
          shortcut="P"
          icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
          onClick={toggle}
        />
        <Button
          variant="danger"
          icon={<Square aria-hidden className="fill-current" />}
          className="pointer-coarse:min-w-11"
          onClick={() => void recorder.stop()}
        >
          {t('stop')}
        </Button>
        <IconButton label={t('expand')} shortcut="N" icon={<Maximize2 aria-hidden />} onClick={onExpand} />
      </div>
    </div>
  )
}

type BarButtonProps = { label: string; otherLabel?: string; shortcut: string; icon: React.ReactNode; onClick: () => void }

/** Shows the label where there is space, otherwise only the icon. */
function BarButton({ label, otherLabel, shortcut, icon, onClick }: BarButtonProps) {
  return (
    <Tooltip label={label} shortcut={shortcut}>
      <Button aria-label={label} icon={icon} className="pointer-coarse:min-w-11" onClick={onClick}>
        <SteadyLabel label={label} others={otherLabel === undefined ? [] : [otherLabel]} className="max-md:hidden" />
      </Button>
    </Tooltip>
  )
}

function Finishing() {
  const t = useTranslations('recorder')
  const filename = useRecorderState((state) => state.filename)
  const uploadedUpTo = useRecorderState((state) => state.uploadedUpTo)
  const storedUpTo = useRecorderState((state) => state.storedUpTo)
  // The microphone is closed: the stored duration is the total.
  const length = Math.max(storedUpTo, uploadedUpTo)
  return (
    <div className={ROW_CLASS}>
      <div className="grid min-w-0 flex-1 gap-1">
        <p dir="auto" className="truncate text-left text-md font-[560]" title={filename}>
          {filename}
        </p>
        <p className="tabular text-sm text-ink2">
          {t('finishing', { done: formatTimestamp(Math.min(uploadedUpTo, length)), length: formatTimestamp(length) })}
        </p>
        <ProgressBar label={t('finishing_label')} value={length > 0 ? Math.min(1, uploadedUpTo / length) : null} />
      </div>
    </div>
  )
}

/** A red dot while recording, a hollow one while paused. */
export function RecordingDot({ isOn }: { isOn: boolean }) {
  return (
    <span
      aria-hidden
      data-mark={isOn ? '' : undefined}
      className={classes('size-3 flex-none rounded-full', isOn ? 'animate-pulse bg-signal' : 'border-2 border-ink3')}
    />
  )
}

/** The duration of the recording. It is not announced by screen readers. */
export function RecordedTime({ className }: { className?: string }) {
  const t = useTranslations('recorder')
  const elapsedSeconds = useRecordedSeconds()
  return (
    <span role="timer" aria-label={t('recorded')} className={classes('tabular', className)}>
      {formatTimestamp(elapsedSeconds * 1000)}
    </span>
  )
}

/** What is saved of the recording, and where. */
export function SavedStatus({ className }: { className?: string }) {
  const t = useTranslations('recorder')
  const savedSeconds = useRecorderState((state) => Math.floor(state.uploadedUpTo / 1000))
  const storedSeconds = useRecorderState((state) => Math.floor(state.storedUpTo / 1000))
  const isOnline = useRecorderState((state) => state.network === 'online')
  const isOnDisk = useRecorderState((state) => state.keptIn === 'disk')
  const status = isOnline
    ? savedSeconds > 0
      ? t('uploaded_up_to', { time: formatTimestamp(savedSeconds * 1000) })
      : t('saved_continuously')
    : t(isOnDisk ? 'stored_up_to' : 'memory_up_to', { time: formatTimestamp(Math.max(storedSeconds, savedSeconds) * 1000) })
  return <p className={className}>{status}</p>
}
