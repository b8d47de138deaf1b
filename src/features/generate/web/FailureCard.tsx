import { CircleAlert, RotateCw, Sparkles } from 'lucide-react'
import type { ModelFailureInfo } from '#features/notes/contract.ts'
import { ModelFailureText } from '#features/language-models/web.tsx'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { type FailurePlace, describeFailure } from '../rules.ts'

type FailureCardProps = {
  /** A code of B§8. */
  status: number
  place: FailurePlace
  /** The language model that failed, and why. */
  modelFailure?: ModelFailureInfo | undefined
  /** The actions that the catalogue can offer. Without `again` and `generate` nothing can be tried here. */
  actions: { again?: () => void; generate?: () => void; cancel: () => void }
  isBusy: boolean
  className?: string | undefined
}

/** Explains why a task failed and offers the actions of the catalogue (B§8). */
export function FailureCard({ status, place, modelFailure, actions: run, isBusy, className }: FailureCardProps) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const { title, reason, actions } = describeFailure(status, place)
  return (
    <div role="alert" className={className}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg bg-signal-soft px-4 py-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none text-signal" />
        <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <p className="font-[600] text-signal">{t(title)}</p>
          <p className="text-md text-ink">{modelFailure ? <ModelFailureText {...modelFailure} /> : t(reason)}</p>
          <p className="text-xs text-ink2">{t('code', { code: status })}</p>
        </div>
        <div className="flex flex-none gap-1.5">
          {run.again && actions.includes('again') && (
            <Button size="sm" icon={<RotateCw aria-hidden />} busy={isBusy} onClick={run.again}>
              {t('try_again')}
            </Button>
          )}
          {run.generate && actions.includes('generate') && (
            <Button size="sm" icon={<Sparkles aria-hidden />} onClick={run.generate}>
              {t('generate')}
            </Button>
          )}
          {actions.includes('cancel') && (
            <Button size="sm" variant="quiet" onClick={run.cancel}>
              {ui('cancel')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
