import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { newId } from '#browser/random/random.ts'
import type { TaskView } from '../contract.ts'
import { isActive } from '../rules.ts'
import { getItem, setItem, useStored } from '#browser/storage/storage.ts'

/** Stores that a task could not be started, with a code of B§8. The recording shows a failed task until it is started again (B§4). */
export function setStartFailure(fileId: string, status: number): void {
  const failure: TaskView = {
    file_id: fileId,
    task_id: `not-started-${newId()}`,
    stage: 'failed',
    status,
    percent: 0,
    seconds_left: null,
    segments_transcribed: 0,
    msg: '',
  }
  failures.setState((before) => [failure, ...before.filter(({ file_id }) => file_id !== fileId)], true)
}

export function clearStartFailure(fileId: string): void {
  failures.setState((before) => before.filter(({ file_id }) => file_id !== fileId), true)
}

export const useStartFailures = (): readonly TaskView[] => useStore(failures)

/** Returns the tasks of the server. A failed start replaces the task of its recording unless that task is active. */
export function withStartFailures(tasks: readonly TaskView[], failed: readonly TaskView[]): readonly TaskView[] {
  const visible = failed.filter(({ file_id }) => !tasks.some((task) => task.file_id === file_id && isActive(task)))
  if (visible.length === 0) return tasks
  return [...visible, ...tasks.filter((task) => !visible.some(({ file_id }) => file_id === task.file_id))]
}

const failures = createStore<readonly TaskView[]>(() => [])

/** Hides the failure of a task everywhere until the tab is closed. */
export function dismissFailure(taskId: string): void {
  setItem(
    STORAGE_KEY,
    [
      ...readDismissed()
        .filter((id) => id !== taskId)
        .slice(-MAX_IDS),
      taskId,
    ],
    { area: 'session' },
  )
}

/** Returns a function that says whether the failure of a task was dismissed. */
export function useIsFailureDismissed(): (taskId: string) => boolean {
  const ids = useStored(getSnapshot).split(' ')
  return (taskId) => ids.includes(taskId)
}

const STORAGE_KEY = 'failure_seen'
const MAX_IDS = 100

function readDismissed(): readonly string[] {
  const stored = getItem(STORAGE_KEY, { area: 'session' })
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : typeof stored === 'string' ? [stored] : []
}

// A string, because React compares snapshots by identity.
const getSnapshot = (): string => readDismissed().join(' ')
