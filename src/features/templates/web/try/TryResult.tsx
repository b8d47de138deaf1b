import type { SummarySection } from '#features/notes/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { classes } from '#ui/styles/classes.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

/** What a try has written, section by section, each line with the time it rests on. */
export function TryResult({ sections }: { sections: readonly SummarySection[] }) {
  const t = useTranslations('templates')
  return (
    <div className="grid grid-cols-1 gap-4">
      {sections.map(({ heading, kind, points }, index) => (
        <div key={`${index} ${heading}`}>
          <h4 className="pb-1 text-base font-[640] wrap-anywhere">{heading}</h4>
          {points.length === 0 && <p className="text-md text-ink2">{t('section_empty')}</p>}
          <ul className={classes('grid grid-cols-1 gap-1.5', kind !== 'overview' && points.length > 1 && 'list-disc pl-4.5')}>
            {points.map((point) => (
              <li key={point.id} className="text-base wrap-anywhere">
                {point.text}
                <Owner owner={point.owner} due={point.due} />
                <Evidence time={point.start_time} isSupported={point.supported} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Owner({ owner, due }: { owner: string | null; due: string | null }) {
  const text = [owner, due].filter(Boolean).join(', ')
  return text === '' ? null : <span className="text-ink2"> ({text})</span>
}

function Evidence({ time, isSupported }: { time: number | null; isSupported: boolean }) {
  const t = useTranslations('templates')
  return (
    <>
      {time !== null && (
        <Chip tone="accent" className="tabular ml-1.5 h-5! align-[1px] font-[560]">
          {formatTimestamp(time)}
        </Chip>
      )}
      {!isSupported && (
        <Chip tone="waiting" className="ml-1.5 h-5! align-[1px] font-[560]">
          {t('not_found_in_recording')}
        </Chip>
      )}
    </>
  )
}
