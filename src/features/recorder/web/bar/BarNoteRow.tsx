import { Download, RotateCw, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuRadioGroup } from '#ui/menu/Menu.tsx'
import { now } from '#browser/timers/time.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isTouchDevice } from '#browser/page/capabilities.ts'
import { MAX_RECORDING_DURATION } from '../../contract.ts'
import { useRecorder, useRecorderState, useRecordedSeconds } from '../RecorderContext.ts'
import { useDownload } from '../useDownload.ts'
import { useInterruptionReasons, useFailureMessages } from './failureMessages.ts'
import type { Millis } from '#shared/units.ts'
import { minutes } from '#shared/units.ts'
import type { RecorderState } from '../engine/recorderState.ts'

/** The most important note about the recording, with its actions. */
export function BarNoteRow() {
  const note = useBarNote()
  const messageOf = useNoteMessages()
  const isFinishing = useRecorderState((state) => state.phase === 'finishing')
  const [dismissedFailure, setDismissedFailure] = useState<unknown>(null)
  if (!note || (note.kind === 'failed' && note.failure === dismissedFailure)) return null
  const isSevere = note.kind === 'stopped' || note.kind === 'failed'
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-3 gap-y-1.5 px-6 py-2 text-sm max-md:px-4 max-sm:px-3',
        isSevere ? 'bg-signal-soft text-signal' : 'bg-warn-soft text-warn',
      )}
    >
      <TriangleAlert aria-hidden className="size-4.5 flex-none" />
      <p className="min-w-0 flex-1 basis-52 text-pretty">{messageOf(note)}</p>
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <NoteActions note={note} />
        {note.kind === 'failed' && !isFinishing && <Dismiss onClick={() => setDismissedFailure(note.failure)} />}
      </div>
    </div>
  )
}

/** Returns the note to show now, or null. */
export function useBarNote(): BarNote | null {
  const state = useRecorderState((current) => current)
  const position = useRecordedSeconds() * 1000
  return barNote(state, { position, isTouch: isTouchDevice() })
}

/** Returns the text of a note. */
export function useNoteMessages(): (note: BarNote) => string {
  const t = useTranslations('recorder')
  const { moment, duration } = useFormat()
  const stopReasonOf = useInterruptionReasons()
  const failureMessageOf = useFailureMessages()
  return (note) => {
    if (note.kind === 'stopped' || note.kind === 'interrupted') {
      const { time, why } = note.stopped
      if (why === 'limit') return t('stopped_limit', { length: duration(MAX_RECORDING_DURATION / 1000) })
      return t(`note_${note.kind}`, { time: moment(time, now()), why: stopReasonOf(why) })
    }
    if (note.kind === 'failed') {
      const { title, text } = failureMessageOf(note.failure)
      return `${title} ${text}`
    }
    if (note.kind === 'limit') return t('note_limit', { time: duration(Math.max(60, Math.ceil(note.left / 60_000) * 60)) })
    return t(`note_${note.kind}`)
  }
}

function NoteActions({ note }: { note: BarNote }) {
  const t = useTranslations('recorder')
  const ui = useTranslations('ui')
  const recorder = useRecorder()
  const isFinishing = useRecorderState((state) => state.phase === 'finishing')
  if (note.kind === 'stopped') {
    const { why } = note.stopped
    if (why === 'limit' || why === 'storageFull') return null
    return (
      <>
        {why === 'unplugged' && <DeviceMenu />}
        <Action onClick={() => void recorder.resume()}>{t('continue')}</Action>
      </>
    )
  }
  if (note.kind === 'refused') return <DownloadAction />
  if (!isFinishing) return null
  return (
    <>
      {note.kind !== 'signedOut' && (
        <Action icon={<RotateCw aria-hidden />} onClick={() => recorder.retryFinish()}>
          {ui('try_again')}
        </Action>
      )}
      <DownloadAction />
      <Action onClick={() => recorder.finishLater()}>{t('finish_later')}</Action>
    </>
  )
}

const Action = ({
  icon,
  busy,
  onClick,
  children,
}: {
  icon?: ReactNode
  busy?: boolean
  onClick: () => void
  children: ReactNode
}) => (
  <Button size="sm" icon={icon} busy={busy} onClick={onClick}>
    {children}
  </Button>
)

function Dismiss({ onClick }: { onClick: () => void }) {
  const ui = useTranslations('ui')
  return <IconButton size="sm" label={ui('dismiss')} icon={<X aria-hidden />} onClick={onClick} />
}

function DownloadAction() {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const filename = useRecorderState((state) => state.filename)
  const download = useDownload()
  return (
    <Action
      icon={<Download aria-hidden />}
      busy={download.isBusy}
      onClick={() => void download.run({ title: filename, readAudio: () => recorder.download() })}
    >
      {t('download_audio')}
    </Action>
  )
}

/** Selects another microphone when the current one is gone. */
function DeviceMenu() {
  const t = useTranslations('recorder')
  const recorder = useRecorder()
  const devices = useRecorderState((state) => state.devices)
  const deviceId = useRecorderState((state) => state.deviceId)
  if (devices.length === 0) return null
  return (
    <Menu side="top" trigger={<Button size="sm">{t('choose_microphone')}</Button>}>
      <MenuRadioGroup
        value={deviceId ?? ''}
        options={devices.map(({ id, label }, index) => ({
          value: id,
          label: label || t('microphone_unnamed', { number: index + 1 }),
        }))}
        onChange={(id) => void recorder.switchDevice(id)}
      />
    </Menu>
  )
}

/** How long before the automatic stop the note is shown. */
const LIMIT_NOTICE_BEFORE: Millis = minutes(10)

/** The most important note about a running recording. */
export type BarNote =
  | { kind: 'stopped'; stopped: NonNullable<RecorderState['stopped']> }
  | { kind: 'interrupted'; stopped: NonNullable<RecorderState['stopped']> }
  | { kind: 'failed'; failure: NonNullable<RecorderState['failure']> }
  | { kind: 'waiting' }
  | { kind: 'signedOut' }
  | { kind: 'refused' }
  | { kind: 'accountFull' }
  | { kind: 'limit'; left: Millis }
  | { kind: 'memory' }
  | { kind: 'offline' }
  | { kind: 'mayLock' }

type NoteState = Pick<RecorderState, 'phase' | 'stopped' | 'failure' | 'network' | 'keptIn' | 'wakeLock'>

/** Returns the most severe note, or null when there is no problem. `isTouch`: the device may lock its screen. */
export function barNote(state: NoteState, { position, isTouch }: { position: Millis; isTouch: boolean }): BarNote | null {
  const { phase, stopped, failure, network } = state
  if (phase === 'finishing') {
    if (failure) return { kind: 'failed', failure }
    return network === 'online' ? null : network === 'retrying' ? { kind: 'waiting' } : { kind: network }
  }
  if (stopped) return { kind: stopped.ended ? 'stopped' : 'interrupted', stopped }
  // When the disk is full, the recording continues in memory and the note about that is shown.
  if (failure && failure.kind !== 'storageFull') return { kind: 'failed', failure }
  if (network === 'signedOut' || network === 'refused' || network === 'accountFull') return { kind: network }
  if (position >= MAX_RECORDING_DURATION - LIMIT_NOTICE_BEFORE) return { kind: 'limit', left: MAX_RECORDING_DURATION - position }
  if (state.keptIn === 'memory') return { kind: 'memory' }
  if (network === 'retrying') return { kind: 'offline' }
  const isScreenKeptOn = state.wakeLock === 'held' || state.wakeLock === 'none'
  return isTouch && phase === 'recording' && !isScreenKeptOn ? { kind: 'mayLock' } : null
}
