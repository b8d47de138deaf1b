import { useCallback } from 'react'
import type { ReactNode } from 'react'
import { Chip } from '#ui/badge/Chip.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { TaskView } from '../contract.ts'
import { describeFailure, isActive } from '../rules.ts'
import { useTasks } from './queries.ts'

/**
 * Returns a function that gives the chip of a recording, or null when there is none, so that a list can show something else. In the
 * trash, and where the failure is explained, it offers no retry. It is the same function while the tasks are the same.
 */
export function useTaskChips(): (fileId: string, options?: { offersRetry: boolean }) => ReactNode {
  const tasks = useTasks()
  return useCallback(
    (fileId, { offersRetry } = { offersRetry: true }) => {
      const task = tasks.find((candidate) => candidate.file_id === fileId)
      return task && (isActive(task) || task.stage === 'failed') ? <TaskChip task={task} offersRetry={offersRetry} /> : null
    },
    [tasks],
  )
}

/** The state of an active or failed task: "Transcribing · 2 min" or "No speech found · Try again". */
function TaskChip({ task, offersRetry }: { task: TaskView; offersRetry: boolean }) {
  const t = useTranslations('generate')
  const activityOf = useTaskActivity()
  if (isActive(task)) return <Chip tone="waiting">{activityOf(task)}</Chip>
  const { name, title, actions } = describeFailure(task.status)
  // The catalogue offers no action for a silent recording, but it can still be opened and tried again.
  const canRetry = offersRetry && (actions.includes('again') || name === 'no_speech')
  return <Chip tone="bad">{canRetry ? t('chip_failed', { failure: t(title) }) : t(title)}</Chip>
}

/** Returns a function that gives the stage of an active task with the time left: "Transcribing · 2 min". */
export function useTaskActivity(): (task: TaskView) => string {
  const { duration } = useFormat()
  const stageName = useStageName()
  return ({ stage, seconds_left }) => stageName(stage) + (seconds_left === null ? '' : ` · ${duration(seconds_left)}`)
}

/** Returns a function that gives the translated name of an active stage. */
export function useStageName(): (stage: TaskView['stage']) => string {
  const t = useTranslations('generate')
  return (stage) => {
    if (stage === 'summarising' || stage === 'transcribing' || stage === 'separating') return t(`stage_${stage}`)
    return t('stage_queued')
  }
}

/** Returns a function that gives the title and the explanation of a failed task (B§8). */
export function useFailureMessage(): (task: Pick<TaskView, 'status'>) => { title: string; explanation: string } {
  const t = useTranslations('generate')
  return ({ status }) => {
    const { title, reason } = describeFailure(status)
    return { title: t(title), explanation: t(reason) }
  }
}
