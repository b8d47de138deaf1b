import { GitCompareArrows } from 'lucide-react'
import { Button } from '#ui/button/Button.tsx'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { Millis } from '#shared/units.ts'
import { GENERATE_FLAGS, isActive } from '../rules.ts'
import type { TaskView } from '../contract.ts'
import { useFailureActions, useGenerate } from './useGenerate.ts'
import { useStageName } from './taskChips.tsx'
import { useTask } from './queries.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { forgetStartRequest, useStartRequest } from './start/startRequests.ts'
import { dismissFailure, useIsFailureDismissed } from './dismissedFailures.ts'

const ReadyNoticeOffer = lazyComponent(async () => (await import('./ready-notices/ReadyNoticeOffer.tsx')).ReadyNoticeOffer)
const FailureCard = lazyComponent(async () => (await import(/* chunk: offline */ './FailureCard.tsx')).FailureCard)

type TaskProgressProps = {
  fileId: string
  /** The duration of the recording. */
  duration: Millis
  /** A recording in the trash cannot be tried again. */
  isInTrash?: boolean
  /** Shows the summary that was created again beside the one before. */
  onCompare?: (() => void) | undefined
  className?: string
}

/** Shows the stage, percentage and time left of an active task with a Cancel button, or why it failed. Otherwise empty. */
export function TaskProgress({ fileId, duration, isInTrash = false, onCompare, className }: TaskProgressProps) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const format = useFormat()
  const stageName = useStageName()
  const task = useTask(fileId)
  const request = useStartRequest(fileId)
  const { stop, isStopping } = useGenerate(fileId)
  if (task?.stage === 'failed') return <TaskFailure key={task.task_id} task={task} canRetry={!isInTrash} className={className} />
  if (!task || !isActive(task)) {
    const isOwn = task?.stage === 'done' && task.task_id === request?.taskId
    return isOwn && request.flag === GENERATE_FLAGS.resummarise && onCompare ? (
      <CompareOffer fileId={fileId} onCompare={onCompare} className={className} />
    ) : null
  }
  // The progress of a summary is unknown: a language model answers when it is finished.
  const isMeasured = task.stage === 'transcribing' || task.stage === 'separating'
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
              isMeasured && format.percent(task.percent / 100),
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
        <ProgressBar label={stageName(task.stage)} value={isMeasured ? task.percent / 100 : null} />
      </div>
    </section>
  )
}

/** Offers to compare the new summary with the one before, once. */
function CompareOffer({
  fileId,
  onCompare,
  className,
}: {
  fileId: string
  onCompare: () => void
  className: string | undefined
}) {
  const t = useTranslations('generate')
  const ui = useTranslations('ui')
  const hide = () => forgetStartRequest(fileId)
  const compare = () => {
    hide()
    onCompare()
  }
  return (
    <div role="status" className={className}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-raised px-4 py-3">
        <p className="min-w-0 flex-1 basis-56">{t('summary_rewritten')}</p>
        <Button size="sm" icon={<GitCompareArrows aria-hidden />} onClick={compare}>
          {t('compare')}
        </Button>
        <Button size="sm" variant="quiet" onClick={hide}>
          {ui('dismiss')}
        </Button>
      </div>
    </div>
  )
}

/** Explains why a task failed (B§8). Cancel dismisses the message. A recording in the trash cannot be tried again. */
function TaskFailure({ task, canRetry, className }: { task: TaskView; canRetry: boolean; className: string | undefined }) {
  const isDismissed = useIsFailureDismissed()
  const { again, generate, isStarting } = useFailureActions(task)
  if (isDismissed(task.task_id)) return null
  const cancel = () => dismissFailure(task.task_id)
  const actions = canRetry ? { again, generate, cancel } : { cancel }
  return (
    <FailureCard
      status={task.status}
      place="file"
      modelFailure={task.model_failure}
      actions={actions}
      isBusy={isStarting}
      className={className}
    />
  )
}
