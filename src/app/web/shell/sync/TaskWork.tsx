import type { TaskView } from '#features/generate/contract.ts'
import { failureOf, isUnderWay } from '#features/generate/rules.ts'
import { putAway, useFailureWords, useGenerate, useStageWords } from '#features/generate/web.tsx'
import { paths } from '#kit/paths.ts'
import { isolate } from '#ui/isolate.ts'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import { RowAction, WorkRow } from './WorkRow.tsx'

type TaskWorkProps = { task: TaskView; title: string; onLeave?: (() => void) | undefined }

/** A transcription or summary task that is running or has failed. */
export function TaskWork({ task, title, onLeave }: TaskWorkProps) {
  const row = { title, to: paths.file(task.file_id), onLeave }
  return isUnderWay(task) ? <RunningTask task={task} row={row} /> : <FailedTask task={task} row={row} />
}

type RowBase = { title: string; to: string; onLeave: (() => void) | undefined }

function RunningTask({ task, row }: { task: TaskView; row: RowBase }) {
  const [t, ui] = [useWords('generate'), useWords('ui')]
  const { percent, duration } = useFormat()
  const stage = useStageWords()(task.stage)
  const { stop, isStopping } = useGenerate(task.file_id)
  const isQueued = task.stage === 'queued'
  const said = [
    stage,
    !isQueued && percent(task.percent / 100),
    task.seconds_left !== null && t('time_left', { time: duration(task.seconds_left) }),
  ]
  return (
    <WorkRow
      {...row}
      words={said.filter(Boolean).join(' · ')}
      progress={<ProgressBar label={`${stage}: ${isolate(row.title)}`} value={isQueued ? null : task.percent / 100} />}
      actions={<RowAction label={ui('cancel')} name={row.title} busy={isStopping} onClick={stop} />}
    />
  )
}

/** Offers the actions that the error catalogue lists for this failure (B§8). It can always be dismissed. */
function FailedTask({ task, row }: { task: TaskView; row: RowBase }) {
  const [t, ui] = [useWords('generate'), useWords('ui')]
  const { title, why } = useFailureWords()(task)
  const { actions } = failureOf(task.status)
  const { start, isStarting } = useGenerate(task.file_id)
  const label = actions.includes('again') ? t('try_again') : actions.includes('generate') ? t('generate') : null
  return (
    <WorkRow
      {...row}
      tone="bad"
      words={title}
      why={why}
      actions={
        <>
          {label && <RowAction isMain label={label} name={row.title} busy={isStarting} onClick={() => start('retry')} />}
          <RowAction label={ui('dismiss')} name={row.title} onClick={() => putAway(task.task_id)} />
        </>
      }
    />
  )
}
