import { Flag, Pause, Play, Square, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { RefObject } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { classes } from '#ui/styles/classes.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { formatClock } from '#browser/i18n/format.ts'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { BarNoteRow } from '../bar/BarNoteRow.tsx'
import { RecordedTime, SavedStatus } from '../bar/RecorderBar.tsx'
import { useRecorder, useRecorderState, useRecordingControls } from '../RecorderContext.ts'
import { SharedAudioField, MicrophoneSelect } from '../dialog/MicrophoneField.tsx'
import { useInterruptionReasons } from '../bar/failureMessages.ts'
import { LiveWave } from './LiveWave.tsx'
import { MarkerList } from './MarkerList.tsx'

export type RecorderViewProps = {
  open: boolean
  onClose: () => void
  onMark: () => void
  /** Asks for confirmation before discarding. */
  onDiscard: () => void
  /** The marker whose text is edited first. */
  editedMarker: number | null
}

/** A running recording in a full-window dialog with large text. */
export function RecorderView({ open, onClose, onMark, onDiscard, editedMarker }: RecorderViewProps) {
  const t = useTranslations('recorder')
  const { isRunning } = useRecordingControls()
  // The initial focus is not a text field, so that the keyboard shortcuts work.
  const pauseButton = useRef<HTMLButtonElement>(null)
  const markerInput = useRef<HTMLInputElement>(null)
  const title = (
    <span className="flex items-center gap-3">
      <Chip noTruncate tone={isRunning ? 'bad' : 'plain'}>
        {isRunning ? t('state_recording') : t('state_paused')}
      </Chip>
      {t('view_title')}
    </span>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="full"
      title={title}
      initialFocus={editedMarker === null ? pauseButton : markerInput}
      footer={<Controls onMark={onMark} pauseRef={pauseButton} />}
    >
      <div data-recorder-view="" className="mx-auto grid min-h-full max-w-[48rem] grid-cols-1 content-start gap-7 max-sm:gap-5">
        <div className="-mx-6 overflow-hidden max-sm:-mx-4 sm:mx-0 sm:rounded-md">
          <BarNoteRow />
        </div>
        <div className="grid justify-items-center gap-5 pt-4 max-sm:gap-3 max-sm:pt-0">
          <RecordedTime className="text-[clamp(3.5rem,12vw,6rem)] leading-none font-[400] tracking-tight" />
          <LiveWave isIdle={!isRunning} className="h-28 w-full max-sm:h-20" />
          <SavedStatus className="text-center text-md text-ink2" />
        </div>
        <GapNotes />
        <MarkerList editedMarker={editedMarker} field={markerInput} />
        <Settings onDiscard={onDiscard} />
      </div>
    </Dialog>
  )
}

function Controls({ onMark, pauseRef }: { onMark: () => void; pauseRef: RefObject<HTMLButtonElement | null> }) {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const { isPaused, toggle } = useRecordingControls()
  const stopButtonClass =
    'grid size-16 flex-none place-items-center rounded-full bg-signal text-signal-ink ring-8 ring-signal-soft hover:bg-signal/90'
  return (
    <div className="flex flex-1 flex-wrap items-center justify-center gap-7 py-3 max-sm:gap-4">
      <Button size="lg" icon={<Flag aria-hidden />} onClick={onMark}>
        {t('mark')} <ShortcutKey>M</ShortcutKey>
      </Button>
      <Tooltip label={t('stop')}>
        <button type="button" aria-label={t('stop')} className={stopButtonClass} onClick={() => void recorder.stop()}>
          <Square aria-hidden className="size-6 fill-current" />
        </button>
      </Tooltip>
      <Button ref={pauseRef} size="lg" icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />} onClick={toggle}>
        {isPaused ? t('resume') : t('pause')} <ShortcutKey>P</ShortcutKey>
      </Button>
    </div>
  )
}

const ShortcutKey = ({ children }: { children: string }) => (
  <span className="max-sm:hidden">
    <Kbd>{children}</Kbd>
  </span>
)

/** Lists the gaps of the recording and their reasons, so that the user need not discover them while listening. */
function GapNotes() {
  const t = useTranslations('recorder')
  const { duration } = useFormat()
  const stopReasonOf = useInterruptionReasons()
  const gaps = useRecorderState((state) => state.gaps)
  if (gaps.length === 0) return null
  return (
    <ul aria-label={t('gaps')} className="grid gap-1 text-sm text-warn">
      {gaps.map(({ at, lost, why }) => (
        <li key={at}>{t('gap', { time: formatClock(at / 1000), length: duration(lost / 1000), why: stopReasonOf(why) })}</li>
      ))}
    </ul>
  )
}

function Settings({ onDiscard }: { onDiscard: () => void }) {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const filename = useRecorderState((state) => state.filename)
  const hasDevices = useRecorderState((state) => state.devices.length > 0)
  const shareAudio = (isWanted: boolean) => (isWanted ? void recorder.addTabAudio() : recorder.removeTabAudio())
  return (
    <section aria-label={t('settings')} className="grid grid-cols-1 gap-4 border-t border-line pt-5">
      <div className={classes('grid grid-cols-1 gap-4', hasDevices && 'sm:grid-cols-2')}>
        <TextField
          label={t('title_label')}
          value={filename}
          onChange={(name) => recorder.rename(name)}
          maxLength={255}
          dir="auto"
          autoComplete="off"
        />
        <MicrophoneSelect onChange={(id) => void recorder.switchDevice(id)} />
      </div>
      <SharedAudioField isOn={false} onChange={shareAudio} />
      <ScreenLockNote />
      <Button variant="quiet" className="justify-self-start text-signal!" icon={<Trash2 aria-hidden />} onClick={onDiscard}>
        {t('discard')}
      </Button>
    </section>
  )
}

/** Tells whether the screen stays on while recording. */
function ScreenLockNote() {
  const t = useTranslations('recorder')
  const wakeLock = useRecorderState((state) => state.wakeLock)
  if (wakeLock === 'none') return null
  return <p className="text-sm text-pretty text-ink2">{wakeLock === 'held' ? t('screen_stays_on') : t('note_mayLock')}</p>
}
