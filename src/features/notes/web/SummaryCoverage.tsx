import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { SummaryForm } from '../contract.ts'
import { formatTimestamp, coveredPercent } from '../rules.ts'

/** Shows how much of the recording the summary covers and which engine created it. */
export function SummaryCoverage({ form: { coverage, engine } }: { form: SummaryForm }) {
  const t = useTranslations('notes')
  const { percent } = useFormat()
  const percentage = coveredPercent(coverage.share)
  const span = { from: formatTimestamp(coverage.start_time), to: formatTimestamp(coverage.end_time) }
  return (
    <div className="mb-4 grid gap-1 text-sm text-ink2">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className={percentage === 100 ? undefined : 'text-warn'}>
          {percentage === 100 ? t('readInFull', span) : t('coversPart', { ...span, percent: percentage })}
        </span>
        <span className="flex min-w-26 flex-1 items-center gap-2.5">
          {/* The text before it says the same. */}
          <span aria-hidden className="h-1.5 max-w-40 flex-1 overflow-hidden rounded-full bg-line">
            <span
              className={percentage === 100 ? 'block h-full bg-accent' : 'block h-full bg-warn'}
              style={{ width: `${percentage}%` }}
            />
          </span>
          {percentage === 100 && <span>{percent(1)}</span>}
        </span>
      </div>
      <span className="text-ink3">{engine.kind === 'llm' ? t('byModel', { model: engine.id }) : t('byExtractive')}</span>
    </div>
  )
}
