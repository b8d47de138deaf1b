import type { ReactNode } from 'react'
import { usePlayer } from '#features/files/web.tsx'
import type { Millis } from '#shared/units.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { formatTimestamp } from '../rules.ts'

/** A button with the time that a line of the summary cites. A click plays from there. */
export function Citation({ time: at, children }: { time: Millis; children: ReactNode }) {
  const t = useTranslations('notes')
  const playback = usePlayer()
  return (
    <button
      type="button"
      aria-label={t('goToTime', { time: formatTimestamp(at) })}
      onClick={() => playback.playFrom(at)}
      className="tabular relative ml-1.5 inline-flex h-5 items-center rounded-full bg-accent-soft px-1.75 align-[1px] text-xs font-[560] text-accent transition-colors hover:bg-accent hover:text-accent-ink pointer-coarse:h-7 pointer-coarse:px-2.5 pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2 pointer-coarse:after:inset-x-0"
    >
      {children}
    </button>
  )
}
