import { CircleAlert, RotateCw, Sparkles } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Millis } from '#shared/units.ts'
import { isActive, describeFailure } from '../rules.ts'
import type { TaskView } from '../contract.ts'
import { useGenerate } from './useGenerate.ts'
import { useStageName } from './TaskChip.tsx'
import { useTask } from './queries.ts'
import { ReadyNoticeOffer } from './ready-notices/ReadyNoticeOffer.tsx'
import { dismissFailure, useIsFailureDismissed } from './taskFailures.ts'

type TaskProgressProps = {
  fileId: string
  /** The duration of the recording. */
  duration: Millis
  /** A recording in the trash cannot be tried again. */
  isInTrash?: boolean
  className?: string
}

/** Shows the stage, percentage and time left of an active task with a Cancel button, or why it failed. Otherwise empty. */
export function TaskProgress({ fileId, duration, isInTrash = false, className }: TaskProgressProps) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const format = useFormat()
  const stageName = useStageName()
  const task = useTask(fileId)
  const { stop, isStopping } = useGenerate(fileId)
  if (task?.stage === 'failed') return <TaskFailure key={task.task_id} task={task} canRetry={!isInTrash} className={className} />
  if (!task || !isActive(task)) return null
  const isQueued = task.stage === 'queued'
  return (
    <section aria-label={t('progress')} className={className}>
      <div className="@container grid gap-2 rounded-lg border border-line bg-raised px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {/* Nothing but the texts changes, so that nothing moves. */}
          <span role="status" className="min-w-44 font-[560]">
            {stageName(task.stage)}
          </span>
          <span className="tabular min-w-0 flex-1 text-sm text-ink2">
            {[
              !isQueued && format.percent(task.percent / 100),
              task.seconds_left !== null && t('time_left', { time: format.duration(task.seconds_left) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <ReadyNoticeOffer secondsLeft={task.seconds_left} duration={duration} />
          <Button size="sm" busy={isStopping} onClick={stop}>
            {ui('cancel')}
          </Button>
        </div>
        <ProgressBar label={stageName(task.stage)} value={isQueued ? null : task.percent / 100} />
      </div>
    </section>
  )
}

/** Explains why a task failed and offers the actions of the catalogue (B§8). Cancel dismisses the message. */
function TaskFailure({ task, canRetry, className }: { task: TaskView; canRetry: boolean; className: string | undefined }) {
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
          {canRetry && actions.includes('again') && (
            <Button size="sm" icon={<RotateCw aria-hidden />} busy={isStarting} onClick={() => start('retry')}>
              {t('try_again')}
            </Button>
          )}
          {canRetry && actions.includes('generate') && (
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
