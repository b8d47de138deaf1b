import type { TaskView } from '#features/generate/contract.ts'
import { describeFailure, isActive } from '#features/generate/rules.ts'
import { dismissFailure, useFailureActions, useFailureMessage, useGenerate, useStageName } from '#features/generate/web.tsx'
import { bidiIsolate } from '#browser/i18n/bidiIsolate.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { RowAction, WorkRow } from './WorkRow.tsx'

type TaskRowProps = { task: TaskView; title: string; onNavigate?: (() => void) | undefined }

/** A transcription or summary task that is running or has failed. */
export function TaskRow({ task, title, onNavigate }: TaskRowProps) {
  const rowProps = { title, fileId: task.file_id, onNavigate }
  return isActive(task) ? <RunningTaskRow task={task} rowProps={rowProps} /> : <FailedTaskRow task={task} rowProps={rowProps} />
}

type RowProps = { title: string; fileId: string; onNavigate: (() => void) | undefined }

function RunningTaskRow({ task, rowProps }: { task: TaskView; rowProps: RowProps }) {
  const [t, tUi] = [useTranslations('generate'), useTranslations('ui')]
  const { percent, duration } = useFormat()
  const stage = useStageName()(task.stage)
  const { stop, isStopping } = useGenerate(task.file_id)
  const isQueued = task.stage === 'queued'
  const statusParts = [
    stage,
    !isQueued && percent(task.percent / 100),
    task.seconds_left !== null && t('time_left', { time: duration(task.seconds_left) }),
  ]
  return (
    <WorkRow
      {...rowProps}
      status={statusParts.filter(Boolean).join(' · ')}
      progress={<ProgressBar label={`${stage}: ${bidiIsolate(rowProps.title)}`} value={isQueued ? null : task.percent / 100} />}
      actions={<RowAction label={tUi('cancel')} name={rowProps.title} busy={isStopping} onClick={stop} />}
    />
  )
}

/** Offers the actions that the error catalogue lists for this failure (B§8). It can always be dismissed. */
function FailedTaskRow({ task, rowProps }: { task: TaskView; rowProps: RowProps }) {
  const [t, tUi] = [useTranslations('generate'), useTranslations('ui')]
  const { title, explanation } = useFailureMessage()(task)
  const { actions } = describeFailure(task.status)
  const { again, generate, isStarting } = useFailureActions(task)
  const [action] = actions.filter((name) => name !== 'cancel')
  const label = action === 'again' ? t('try_again') : action === 'generate' ? t('generate') : null
  return (
    <WorkRow
      {...rowProps}
      tone="bad"
      status={title}
      explanation={explanation}
      actions={
        <>
          {label && (
            <RowAction
              isMain
              label={label}
              name={rowProps.title}
              busy={isStarting}
              onClick={action === 'generate' ? generate : again}
            />
          )}
          <RowAction label={tUi('dismiss')} name={rowProps.title} onClick={() => dismissFailure(task.task_id)} />
        </>
      }
    />
  )
}
