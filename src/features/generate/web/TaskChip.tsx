import type { ReactNode } from 'react'
import { Chip } from '#ui/Chip.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import type { TaskView } from '../contract.ts'
import { failureOf, isUnderWay } from '../rules.ts'
import { useStageWords } from './useStageWords.ts'
import { useTask, useTasks } from './useTasks.ts'

/** A chip for lists with the state of a task: "Transcribing · 2 min" or "No speech found · Try again". Otherwise empty. */
export function TaskChip({ fileId }: { fileId: string }) {
  const task = useTask(fileId)
  return task ? <TaskWords task={task} /> : null
}

/** Returns a function that gives the chip of a recording, or null when there is none, so that a list can show something else. */
export function useTaskChips(): (fileId: string) => ReactNode {
  const tasks = useTasks()
  return (fileId) => {
    const task = tasks.find((one) => one.file_id === fileId)
    return task && (isUnderWay(task) || task.stage === 'failed') ? <TaskWords task={task} /> : null
  }
}

function TaskWords({ task }: { task: TaskView }) {
  const t = useWords('generate')
  const { duration } = useFormat()
  const stageWords = useStageWords()
  if (isUnderWay(task)) {
    const left = task.seconds_left === null ? '' : ` · ${duration(task.seconds_left)}`
    return <Chip tone="waiting">{stageWords(task.stage) + left}</Chip>
  }
  if (task.stage !== 'failed') return null
  const { name, actions } = failureOf(task.status)
  // The catalogue offers no action for a silent recording, but it can still be opened and tried again.
  const mayTryAgain = actions.includes('again') || name === 'no_speech'
  return <Chip tone="bad">{mayTryAgain ? t('chip_again', { failure: t(`fail_${name}`) }) : t(`fail_${name}`)}</Chip>
}
