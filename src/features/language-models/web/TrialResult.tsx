import { Check } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import type { Trial } from '../contract.ts'

/** What a real request to a model showed: how long it took and what the model can do, or why there is no answer. */
export function TrialResult({ trial, isRunning = false }: { trial: Trial | undefined; isRunning?: boolean }) {
  return (
    <div role="status" className="min-w-0 flex-1 text-sm text-pretty">
      {isRunning ? <Running /> : trial && <Result trial={trial} />}
    </div>
  )
}

function Running() {
  const t = useTranslations('language-models')
  return <p className="text-ink2">{t('trying')}</p>
}

function Result({ trial }: { trial: Trial }) {
  const t = useTranslations('language-models')
  const { number } = useFormat()
  if (trial.outcome === 'failed') return <p className="text-signal">{t(`failure_${trial.failure}`)}</p>
  const { ms, follows_schema: followsSchema, context_tokens: tokens } = trial
  const time = number(Math.max(0.1, ms / 1000), { style: 'unit', unit: 'second', unitDisplay: 'short', maximumFractionDigits: 1 })
  return (
    <p className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
      <span className="inline-flex items-center gap-1.5 font-[580] text-accent">
        <Check aria-hidden className="size-4" />
        {t('answered', { time })}
      </span>
      <span className={classes(followsSchema ? 'text-ink2' : 'text-warn')}>
        {[t(followsSchema ? 'follows_templates' : 'ignores_templates'), tokens !== null && t('tokens', { n: number(tokens) })]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </p>
  )
}
