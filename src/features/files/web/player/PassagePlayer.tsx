import { Link } from '@tanstack/react-router'
import type { ToOptions } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHeightVariable } from '#browser/page/useHeightVariable.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { PlayButton, PlayedTime, PlayerError, TotalTime, usePlayerKeys } from './Player.tsx'
import { PlaybackContext } from './PlayerContext.ts'
import type { Playback } from './Playback.ts'
import { Waveform } from './Waveform.tsx'

export type PassagePlayerProps = {
  labels: { previous: string; next: string; /** Why there is no other passage. */ none: string; open: string }
  fileId: string
  playback: Playback
  /** Which of the passages plays. */
  place: ReactNode
  /** The page of the recording at the time that plays. */
  link: ToOptions
  /** Undefined at the ends. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** The player of a narrow column that shows a passage of a recording. */
export function PassagePlayer({ playback, ...props }: PassagePlayerProps) {
  return (
    <PlaybackContext value={playback}>
      <PassagePlayerBar {...props} />
    </PlaybackContext>
  )
}

function PassagePlayerBar({ labels, fileId, place, link, onPrevious, onNext }: Omit<PassagePlayerProps, 'playback'>) {
  const t = useTranslations('files')
  const heightRef = useHeightVariable('--player')
  usePlayerKeys()
  return (
    <section ref={heightRef} aria-label={t('player')} className="flex-none border-t border-line bg-raised px-4 py-3">
      <PlayerError />
      <div className="flex items-center gap-3">
        <PlayButton size="sm" />
        <PlayedTime />
        <Waveform fileId={fileId} />
        <TotalTime />
      </div>
      <div className="mt-2 flex items-center gap-1 text-sm text-ink2">
        <IconButton
          label={labels.previous}
          icon={<ChevronLeft aria-hidden />}
          disabledReason={!onPrevious && labels.none}
          onClick={onPrevious}
        />
        <span className="whitespace-nowrap">{place}</span>
        <IconButton
          label={labels.next}
          icon={<ChevronRight aria-hidden />}
          disabledReason={!onNext && labels.none}
          onClick={onNext}
        />
        <Link {...link} className={`${buttonClass({})} ms-auto`}>
          {labels.open}
        </Link>
      </div>
    </section>
  )
}
