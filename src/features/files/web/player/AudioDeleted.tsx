import { VolumeX } from 'lucide-react'
import type { Seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Shown instead of the player when a retention rule has deleted the audio. `deletedAt` is in unix seconds. */
export function AudioDeleted({ deletedAt }: { deletedAt: Seconds }) {
  const t = useTranslations('files')
  const { date } = useFormat()
  return (
    <section
      aria-label={t('player')}
      className="flex flex-none items-center gap-3 border-t border-line bg-raised px-6 py-4 text-sm text-ink2 max-sm:px-4"
    >
      <VolumeX aria-hidden className="size-5 flex-none" />
      <p>{t('sound_deleted', { date: date(deletedAt * 1000) })}</p>
    </section>
  )
}
