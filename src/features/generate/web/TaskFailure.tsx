import { CircleAlert, RotateCw, Sparkles } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { TaskView } from '../contract.ts'
import { describeFailure } from '../rules.ts'
import { dismissFailure, useIsFailureDismissed } from './dismissFailure.ts'
import { useGenerate } from './useGenerate.ts'

/** Explains why a task failed and offers the actions of the catalogue (B§8). Cancel dismisses the message. */
export function TaskFailure({ task, className }: { task: TaskView; className?: string | undefined }) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const { start, isStarting } = useGenerate(task.file_id)
  const isDismissed = useIsFailureDismissed()
  const { name, actions } = describeFailure(task.status)
  if (isDismissed(task.task_id)) return null
  return (
    <div role="alert" className={className}>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 rounded-lg bg-signal-soft px-4 py-3">
        <CircleAlert aria-hidden className="mt-0.5 size-5 flex-none text-signal" />
        <div className="grid min-w-0 flex-1 basis-56 gap-0.5">
          <p className="font-[600] text-signal">{t(`fail_${name}`)}</p>
          <p className="text-md text-ink">{t(`why_${name}`)}</p>
          <p className="text-xs text-ink2">{t('code', { code: task.status })}</p>
        </div>
        <div className="flex flex-none gap-1.5">
          {actions.includes('again') && (
            <Button size="sm" icon={<RotateCw aria-hidden />} busy={isStarting} onClick={() => start('retry')}>
              {t('try_again')}
            </Button>
          )}
          {actions.includes('generate') && (
            <Button size="sm" icon={<Sparkles aria-hidden />} busy={isStarting} onClick={() => start('retry')}>
              {t('generate')}
            </Button>
          )}
          {actions.includes('cancel') && (
            <Button size="sm" variant="quiet" onClick={() => dismissFailure(task.task_id)}>
              {ui('cancel')}
            </Button>
          )}
        </div>
      </div>
    </div>
  )
}
