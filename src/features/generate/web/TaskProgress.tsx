import { Button } from '#ui/button/Button.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isActive } from '../rules.ts'
import { TaskFailure } from './TaskFailure.tsx'
import { useGenerate } from './useGenerate.ts'
import { useStageName } from './taskMessages.ts'
import { useTask } from './useTasks.ts'

/** Shows the stage, percentage and time left of an active task with a Cancel button, or why it failed. Otherwise empty. */
export function TaskProgress({ fileId, className }: { fileId: string; className?: string }) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const { percent, duration } = useFormat()
  const stageName = useStageName()
  const task = useTask(fileId)
  const { stop, isStopping } = useGenerate(fileId)
  if (task?.stage === 'failed') return <TaskFailure key={task.task_id} task={task} className={className} />
  if (!task || !isActive(task)) return null
  const isQueued = task.stage === 'queued'
  return (
    <section aria-label={t('progress')} className={className}>
      <div className="grid gap-2 rounded-lg border border-line bg-raised px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span role="status" className="font-[560]">
            {stageName(task.stage)}
          </span>
          <span className="tabular min-w-0 flex-1 text-sm text-ink2">
            {[
              !isQueued && percent(task.percent / 100),
              task.seconds_left !== null && t('time_left', { time: duration(task.seconds_left) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Button size="sm" busy={isStopping} onClick={stop}>
            {ui('cancel')}
          </Button>
        </div>
        <ProgressBar label={stageName(task.stage)} value={isQueued ? null : task.percent / 100} />
      </div>
    </section>
  )
}
