import { Download, Play, Trash2 } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { now } from '#ui/time.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import type { Kept } from './engine/kept.ts'
import { useHiddenKept } from './hiddenKept.ts'
import { useDownload } from './useDownload.ts'
import type { EndingActs } from './useEnding.ts'
import { useKept, useKeptActs } from './useKept.ts'
import { useKeptActions } from './useKeptActions.ts'

/** Returns the unfinished recordings without those just discarded. */
export function useShownKept(): readonly Kept[] {
  const { data = [] } = useKept()
  const hidden = useHiddenKept()
  return data.filter(({ recordingId }) => !hidden.has(recordingId))
}

/** Unfinished recordings of an earlier visit with their actions. Renders nothing when there are none. */
export function KeptSection(acts: EndingActs) {
  const t = useWords('recorder')
  const kept = useShownKept()
  const id = useId()
  if (kept.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2.5">
      <h2 id={id} className="text-base font-[640]">
        {t('kept_title', { count: kept.length })}
      </h2>
      <div className="overflow-hidden rounded-lg border border-line bg-raised">
        <KeptRows kept={kept} {...acts} />
      </div>
    </section>
  )
}

export function KeptRows({ kept, ...acts }: EndingActs & { kept: readonly Kept[] }) {
  const t = useWords('recorder')
  return (
    <ul aria-label={t('kept_title', { count: kept.length })} className="divide-y divide-line">
      {kept.map((one) => (
        <KeptRow key={one.recordingId} kept={one} acts={acts} />
      ))}
    </ul>
  )
}

function KeptRow({ kept, acts }: { kept: Kept; acts: EndingActs }) {
  const t = useWords('recorder')
  const { progress, finish, discard, sound } = useKeptActions(acts)
  const { download, isBusy } = useDownload()
  const [listens, setListens] = useState(false)
  const { filename: name, recordingId, where } = kept
  const hasSound = where !== 'server'
  return (
    <li className="grid grid-cols-1 gap-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1 basis-56">
          <p dir="auto" className="truncate text-left text-base font-[580]" title={name}>
            {name}
          </p>
          <KeptFacts kept={kept} />
        </div>
        <div className="-mr-1.5 ml-auto flex flex-none items-center gap-1">
          <Button
            size="sm"
            aria-label={t('action_of', { action: t('kept_finish'), name })}
            busy={progress !== null}
            onClick={() => void finish(kept)}
          >
            {t('kept_finish')}
          </Button>
          {hasSound && (
            <>
              <IconButton
                size="sm"
                label={t('action_of', { action: t('kept_listen'), name })}
                aria-pressed={listens}
                icon={<Play aria-hidden />}
                onClick={() => setListens(!listens)}
              />
              <IconButton
                size="sm"
                busy={isBusy}
                label={t('action_of', { action: t('kept_download'), name })}
                icon={<Download aria-hidden />}
                onClick={() => void download(name, () => sound(recordingId))}
              />
            </>
          )}
          <IconButton
            size="sm"
            label={t('action_of', { action: t('kept_discard'), name })}
            icon={<Trash2 aria-hidden />}
            onClick={() => discard(kept)}
          />
        </div>
      </div>
      {progress !== null && <ProgressBar label={t('finishing_label')} value={progress} />}
      {listens && <KeptSound recordingId={recordingId} name={name} />}
    </li>
  )
}

/** Duration, start and storage place. */
function KeptFacts({ kept: { duration: length, startedAt, where } }: { kept: Kept }) {
  const t = useWords('recorder')
  const { duration, day } = useFormat()
  return (
    <p className="text-sm text-ink2">
      {[duration(length / 1000), day(startedAt, now()), t(where === 'server' ? 'kept_on_server' : 'kept_here')].join(' · ')}
    </p>
  )
}

/** Plays the stored audio with the browser's own player, because there is no page of the recording yet. */
function KeptSound({ recordingId, name }: { recordingId: string; name: string }) {
  const t = useWords('recorder')
  const { sound: bring } = useKeptActs()
  const [address, setAddress] = useState<string | null>()
  // The storage of the browser is the external system.
  useEffect(() => {
    let made: string | undefined
    let isGone = false
    bring(recordingId).then(
      (sound) => {
        if (isGone) return
        made = sound ? URL.createObjectURL(sound) : undefined
        setAddress(made ?? null)
      },
      () => !isGone && setAddress(null),
    )
    return () => {
      isGone = true
      if (made) URL.revokeObjectURL(made)
    }
  }, [bring, recordingId])
  if (address === undefined) return <div className="h-11" />
  if (address === null) return <p className="text-sm text-signal">{t('listen_failed')}</p>
  // There are no captions before the transcription.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio controls autoPlay src={address} aria-label={name} className="h-11 w-full" />
}
