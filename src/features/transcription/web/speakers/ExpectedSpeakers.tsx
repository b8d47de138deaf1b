import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { minutes } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import type { SpeakerSeparation } from './speakerControls.ts'

/** Tells speakers apart again, with the most speakers to expect. `found` is how many there are now. */
export function ExpectedSpeakers({ separation, found }: { separation: SpeakerSeparation; found: number }) {
  const t = useTranslations('transcription')
  const id = useId()
  const { start, isStarting, expectedTime, disabledReason, max } = separation
  const format = useFormat()
  const time = format.duration(Math.max(60, Math.ceil(expectedTime / minutes(1)) * 60))
  const [atMost, setAtMost] = useState<number | null>(null)
  /** The first step begins at the number found; below 1 is any number. */
  const step = (by: 1 | -1) => {
    const next = (atMost ?? Math.max(1, found)) + by
    setAtMost(next < 1 ? null : Math.min(next, max))
  }
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-2 px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <h3 id={`${id}-title`} className="text-md font-[600]">
          {t('expected_speakers')}
        </h3>
        <span className="flex items-center rounded-md border border-line bg-raised">
          <IconButton size="sm" label={t('expected_fewer')} icon={<Minus aria-hidden />} onClick={() => step(-1)} />
          <output aria-live="polite" className="tabular min-w-8 px-1 text-center text-md font-[600]">
            {atMost ?? t('expected_any')}
          </output>
          <IconButton size="sm" label={t('expected_more')} icon={<Plus aria-hidden />} onClick={() => step(1)} />
        </span>
      </div>
      <p className="text-sm text-ink2">{t('expected_hint')}</p>
      <Button className="w-full" busy={isStarting} disabledReason={disabledReason} onClick={() => start(atMost)}>
        {t(found > 0 ? 'separate_again' : 'separate')}{' '}
        <span className="font-[400] text-ink2">{t('separate_time', { time })}</span>
      </Button>
    </section>
  )
}
