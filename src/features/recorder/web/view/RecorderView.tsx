import { Flag, Pause, Play, Square } from 'lucide-react'
import { useRef } from 'react'
import type { RefObject } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { SteadyLabel } from '#ui/button/SteadyLabel.tsx'
import { Chip } from '#ui/badge/Chip.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { classes } from '#ui/styles/classes.ts'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { BarNoteRow } from '../bar/BarNoteRow.tsx'
import { RecordedTime, SavedStatus } from '../bar/RecorderBar.tsx'
import { useRecorder, useRecorderState, useRecordingControls } from '../RecorderContext.ts'
import { useInterruptionReasons } from '../bar/failureMessages.ts'
import { LevelMeter } from '../bar/LevelMeter.tsx'
import { useLiveWords } from '../live/useLiveWords.ts'
import { LiveWordsLog } from './LiveWordsLog.tsx'
import { MarkerList } from './MarkerList.tsx'
import { RecordingWave } from './RecordingWave.tsx'
import { formatTimestamp } from '#shared/timestamp.ts'

// With its popover, so that the view itself opens sooner.
const RecorderOptions = lazyComponent(async () => (await import('./RecorderOptions.tsx')).RecorderOptions)

export type RecorderViewProps = {
  open: boolean
  onClose: () => void
  onMark: () => void
  /** Asks for confirmation before discarding. */
  onDiscard: () => void
  /** The marker whose text is edited first. */
  editedMarker: number | null
}

/** A running recording in a full-window dialog, dark in both themes: time, words, the waveform from the start, and markers. */
export function RecorderView({ open, onClose, onMark, onDiscard, editedMarker }: RecorderViewProps) {
  const t = useTranslations('recorder')
  // The initial focus is not a text field, so that the keyboard shortcuts work.
  const pauseButton = useRef<HTMLButtonElement>(null)
  const markerInput = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="full"
      isDark
      isTitleHidden
      title={t('view_title')}
      initialFocus={editedMarker === null ? pauseButton : markerInput}
      footer={<Controls onMark={onMark} onDiscard={onDiscard} pauseRef={pauseButton} />}
    >
      <Body editedMarker={editedMarker} markerInput={markerInput} />
    </Dialog>
  )
}

type BodyProps = Pick<RecorderViewProps, 'editedMarker'> & { markerInput: RefObject<HTMLInputElement | null> }

/** Live words replace the markers, which move below them. */
function Body({ editedMarker, markerInput }: BodyProps) {
  const words = useLiveWords()
  const hasMarkers = useRecorderState(({ markers }) => markers.length > 0)
  return (
    <div data-recorder-view="" className={classes('flex flex-col gap-6 max-sm:gap-4', words ? 'h-full min-h-128' : 'min-h-full')}>
      <TopLine />
      <div className="-mx-6 empty:hidden max-sm:-mx-4">
        <BarNoteRow />
      </div>
      <RecordedTime className="self-center text-[clamp(3.5rem,12vw,5.5rem)] leading-none font-[300] tracking-tight" />
      {words ? (
        <div className="mx-auto flex min-h-0 w-full max-w-[56.5rem] flex-1 flex-col gap-3">
          <LiveWordsLog words={words} />
          <div className="-m-1 max-h-28 flex-none overflow-y-auto p-1 empty:hidden max-sm:max-h-26">
            <GapNotes />
            {hasMarkers && <MarkerList editedMarker={editedMarker} field={markerInput} />}
          </div>
        </div>
      ) : (
        <div className="mx-auto grid w-full max-w-[48rem] flex-1 grid-cols-1 content-center gap-5">
          <GapNotes />
          <MarkerList editedMarker={editedMarker} field={markerInput} />
        </div>
      )}
      <RecordingWave className="h-36 flex-none max-sm:h-24" />
    </div>
  )
}

/** The state, the editable title, and what is saved. The close button of the dialog is beside it. */
function TopLine() {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const filename = useRecorderState((state) => state.filename)
  const { isRunning } = useRecordingControls()
  const [state, otherState] = isRunning ? [t('state_recording'), t('state_paused')] : [t('state_paused'), t('state_recording')]
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 pt-1 pr-12 pointer-coarse:pt-0">
      <Chip noTruncate tone={isRunning ? 'bad' : 'plain'}>
        {/* Invisible while paused, so that the chip keeps its width. */}
        <span aria-hidden className={classes('size-1.5 flex-none rounded-full bg-current', !isRunning && 'opacity-0')} />
        <SteadyLabel label={state} others={[otherState]} />
      </Chip>
      <input
        aria-label={t('title_label')}
        value={filename}
        onChange={({ target }) => recorder.rename(target.value)}
        maxLength={255}
        dir="auto"
        autoComplete="off"
        className="h-9 min-w-0 flex-1 rounded-sm border-b border-dashed border-edge bg-transparent px-1 text-md font-[560] text-ink sm:max-w-96 pointer-coarse:h-11"
      />
      <SavedStatus className="ml-auto text-sm text-ink2 max-sm:ml-0 max-sm:w-full" />
    </div>
  )
}

type ControlsProps = { onMark: () => void; onDiscard: () => void; pauseRef: RefObject<HTMLButtonElement | null> }

function Controls({ onMark, onDiscard, pauseRef }: ControlsProps) {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const { isRunning, isPaused, toggle } = useRecordingControls()
  const [pauseLabel, otherLabel] = isPaused ? [t('resume'), t('pause')] : [t('pause'), t('resume')]
  const stopButtonClass =
    'grid size-16 flex-none place-items-center rounded-full bg-signal text-signal-ink ring-8 ring-signal-soft hover:bg-signal/90'
  return (
    <div className="grid flex-1 grid-cols-[1fr_auto_1fr] items-center gap-4 py-3 max-sm:grid-cols-[1fr_auto]">
      <Microphone isIdle={!isRunning} />
      <div className="flex items-center gap-7 max-sm:gap-3">
        <Button size="lg" icon={<Flag aria-hidden />} onClick={onMark}>
          <span className="max-sm:sr-only">{t('mark')}</span> <ShortcutKey>M</ShortcutKey>
        </Button>
        <Tooltip label={t('stop')}>
          <button type="button" aria-label={t('stop')} className={stopButtonClass} onClick={() => void recorder.stop()}>
            <Square aria-hidden className="size-6 fill-current" />
          </button>
        </Tooltip>
        <Button ref={pauseRef} size="lg" icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />} onClick={toggle}>
          <SteadyLabel label={pauseLabel} others={[otherLabel]} className="max-sm:sr-only" /> <ShortcutKey>P</ShortcutKey>
        </Button>
      </div>
      <RecorderOptions
        onDiscard={onDiscard}
        fallback={<span className="size-11" />}
        errorFallback={<span className="size-11" />}
      />
    </div>
  )
}

/** The level and the name of the microphone. Hidden on phones for lack of space. */
function Microphone({ isIdle }: { isIdle: boolean }) {
  const label = useRecorderState(({ devices, deviceId }) => devices.find(({ id }) => id === deviceId)?.label ?? '')
  return (
    <div className="flex min-w-0 items-center gap-3 max-sm:hidden">
      <LevelMeter isIdle={isIdle} className="w-16 flex-none" />
      <span className="truncate text-sm text-ink2">{label}</span>
    </div>
  )
}

const ShortcutKey = ({ children }: { children: string }) => (
  <span className="max-md:hidden">
    <Kbd>{children}</Kbd>
  </span>
)

/** Lists the gaps of the recording and their reasons, which users would otherwise discover only by listening. */
function GapNotes() {
  const t = useTranslations('recorder')
  const { duration } = useFormat()
  const stopReasonOf = useInterruptionReasons()
  const gaps = useRecorderState((state) => state.gaps)
  if (gaps.length === 0) return null
  return (
    <ul aria-label={t('gaps')} className="grid gap-1 text-sm text-warn">
      {gaps.map(({ at, lost, why }) => (
        <li key={at}>{t('gap', { time: formatTimestamp(at), length: duration(lost / 1000), why: stopReasonOf(why) })}</li>
      ))}
    </ul>
  )
}
