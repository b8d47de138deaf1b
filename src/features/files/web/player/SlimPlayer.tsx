import { Link } from '@tanstack/react-router'
import type { ToOptions } from '@tanstack/react-router'
import { SkipBack, SkipForward, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Millis } from '#shared/units.ts'
import { useHeightVariable } from '#browser/page/useHeightVariable.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { classes } from '#ui/styles/classes.ts'
import { PlayButton, PlayedTime, PlayerError, SpeedMenu, TotalTime, usePlayerKeys } from './Player.tsx'
import { PlaybackContext, usePlayerState } from './PlayerContext.ts'
import type { Playback } from './Playback.ts'
import { Waveform } from './Waveform.tsx'

export type SlimPlayerProps = {
  labels: { previous: string; next: string; /** Why there is no other moment. */ none: string; open: string }
  fileId: string
  playback: Playback
  title: string
  /** Below the title: what plays. */
  detail: ReactNode
  /** The page of the recording at the time that plays. */
  link: ToOptions
  /** The times of all moments of the recording, shown as dots. `current` is the one that plays. */
  moments: readonly Millis[]
  current: Millis | undefined
  /** Undefined at the ends. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  /** Called before the recording opens. */
  onOpen: () => void
  onClose: () => void
}

/** The player of a page that plays moments of several recordings. */
export function SlimPlayer({ playback, ...props }: SlimPlayerProps) {
  return (
    <PlaybackContext value={playback}>
      <SlimPlayerBar {...props} />
    </PlaybackContext>
  )
}

function SlimPlayerBar(props: Omit<SlimPlayerProps, 'playback'>) {
  const { labels, fileId, title, detail, link, moments, current, onPrevious, onNext, onOpen, onClose } = props
  const t = useTranslations('files')
  const heightRef = useHeightVariable('--player')
  usePlayerKeys()
  return (
    <section ref={heightRef} aria-label={t('player')} className="@container flex-none border-t border-line bg-raised">
      <PlayerError />
      <div className="flex h-17 items-center gap-3 px-6 max-sm:px-3">
        <PlayButton size="sm" />
        <div className="mr-2 grid min-w-0 flex-none max-w-56 leading-4.5 @max-[44rem]:flex-1 @max-[44rem]:max-w-none">
          <span dir="auto" title={title} className="truncate text-md font-[580]">
            {title}
          </span>
          <span className="truncate text-sm text-ink2">{detail}</span>
        </div>
        <div className="flex flex-none">
          <IconButton
            label={labels.previous}
            icon={<SkipBack aria-hidden />}
            disabledReason={!onPrevious && labels.none}
            onClick={onPrevious}
          />
          <IconButton
            label={labels.next}
            icon={<SkipForward aria-hidden />}
            disabledReason={!onNext && labels.none}
            onClick={onNext}
          />
        </div>
        <div className="flex min-w-0 flex-1 items-center gap-3 @max-[44rem]:hidden">
          <PlayedTime />
          <div className="relative min-w-0 flex-1">
            <Waveform fileId={fileId} />
            <MomentDots moments={moments} current={current} />
          </div>
          <TotalTime />
        </div>
        <span className="contents @max-[44rem]:hidden">
          <SpeedMenu />
        </span>
        <Link {...link} onClick={onOpen} className={classes(buttonClass({}), '@max-[34rem]:hidden')}>
          {labels.open}
        </Link>
        <IconButton label={t('mini_player_close')} icon={<X aria-hidden />} onClick={onClose} />
      </div>
    </section>
  )
}

/** The list beside says the same. */
function MomentDots({ moments, current }: { moments: readonly Millis[]; current: Millis | undefined }) {
  const duration = usePlayerState((state) => state.duration)
  return moments.map((at) => (
    <span
      key={at}
      aria-hidden
      data-moment=""
      className={classes(
        'pointer-events-none absolute -top-1 size-1.5 -translate-x-1/2 rounded-full',
        at === current ? 'bg-accent ring-3 ring-accent-soft' : 'bg-wave',
      )}
      style={{ left: `${Math.min(100, (at / Math.max(1, duration)) * 100)}%` }}
    />
  ))
}
