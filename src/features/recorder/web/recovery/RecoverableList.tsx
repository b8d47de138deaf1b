import { Download, Play, Trash2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { now } from '#browser/timers/time.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useDownload } from '../useDownload.ts'
import type { RecoverableRecording } from '../engine/recoverable.ts'
import type { RecordingActions } from '../useSavedToast.ts'
import { useRecoveryActions, useRecordingActions, useVisibleRecordings } from './useRecoverableRecordings.ts'

/** Unfinished recordings of an earlier visit with their actions. Renders nothing when there are none. */
export function RecoverableSection(actions: RecordingActions) {
  const t = useTranslations('recorder')
  const recordings = useVisibleRecordings()
  const id = useId()
  if (recordings.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2.5">
      <h2 id={id} className="text-base font-[640]">
        {t('unfinished_title', { count: recordings.length })}
      </h2>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <RecoverableRows recordings={recordings} {...actions} />
      </div>
    </section>
  )
}

export function RecoverableRows({ recordings, ...actions }: RecordingActions & { recordings: readonly RecoverableRecording[] }) {
  const t = useTranslations('recorder')
  return (
    <ul aria-label={t('unfinished_title', { count: recordings.length })} className="divide-y divide-line">
      {recordings.map((recording) => (
        <RecoverableRow key={recording.recordingId} recording={recording} actions={actions} />
      ))}
    </ul>
  )
}

function RecoverableRow({ recording, actions }: { recording: RecoverableRecording; actions: RecordingActions }) {
  const t = useTranslations('recorder')
  const { progress, finish, discard, sound } = useRecordingActions(actions)
  const download = useDownload()
  const [isPlaying, setIsPlaying] = useState(false)
  const { filename: name, recordingId, where } = recording
  const hasSound = where !== 'server'
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-56">
          <p dir="auto" className="truncate text-left text-base font-[580]" title={name}>
            {name}
          </p>
          <RecordingFacts recording={recording} />
        </div>
        <div className="-mr-1.5 ml-auto flex flex-none items-center gap-1">
          <Button
            size="sm"
            aria-label={t('action_of', { action: t('unfinished_finish'), name })}
            busy={progress !== null}
            onClick={() => void finish(recording)}
          >
            {t('unfinished_finish')}
          </Button>
          {hasSound && (
            <>
              <IconButton
                size="sm"
                label={t('action_of', { action: t('unfinished_play'), name })}
                aria-pressed={isPlaying}
                icon={<Play aria-hidden />}
                onClick={() => setIsPlaying(!isPlaying)}
              />
              <IconButton
                size="sm"
                busy={download.isBusy}
                label={t('action_of', { action: t('unfinished_download'), name })}
                icon={<Download aria-hidden />}
                onClick={() => void download.run({ title: name, readAudio: () => sound(recordingId) })}
              />
            </>
          )}
          <IconButton
            size="sm"
            label={t('action_of', { action: t('unfinished_discard'), name })}
            icon={<Trash2 aria-hidden />}
            onClick={() => discard(recording)}
          />
        </div>
      </div>
      {progress !== null && <ProgressBar label={t('finishing_label')} value={progress} />}
      {isPlaying && <StoredAudioPlayer recordingId={recordingId} name={name} />}
    </li>
  )
}

/** Duration, start time and where it is stored. */
function RecordingFacts({ recording: { duration: length, startedAt, where } }: { recording: RecoverableRecording }) {
  const t = useTranslations('recorder')
  const { duration, day } = useFormat()
  return (
    <p className="text-sm text-ink2">
      {[
        duration(length / 1000),
        day(startedAt, now()),
        t(where === 'server' ? 'unfinished_on_server' : 'unfinished_in_browser'),
      ].join(' · ')}
    </p>
  )
}

/** Plays the stored audio with the browser's own player, because there is no page of the recording yet. */
function StoredAudioPlayer({ recordingId, name }: { recordingId: string; name: string }) {
  const t = useTranslations('recorder')
  const { sound: readAudio } = useRecoveryActions()
  const [address, setAddress] = useState<string | null>()
  // The storage of the browser is the external system.
  useEffect(() => {
    let objectUrl: string | undefined
    let isUnmounted = false
    readAudio(recordingId).then(
      (sound) => {
        if (isUnmounted) return
        objectUrl = sound ? URL.createObjectURL(sound) : undefined
        setAddress(objectUrl ?? null)
      },
      () => !isUnmounted && setAddress(null),
    )
    return () => {
      isUnmounted = true
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [readAudio, recordingId])
  if (address === undefined) return <div className="h-11" />
  if (address === null) return <p className="text-sm text-signal">{t('play_failed')}</p>
  // There are no captions before the transcription.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio controls autoPlay src={address} aria-label={name} className="h-11 w-full" />
}
