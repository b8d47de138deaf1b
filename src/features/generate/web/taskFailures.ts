import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { newId } from '#browser/random/random.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { getItem, getString, setItem, useStored } from '#browser/storage/storage.ts'
import { TASK_CODES } from '../contract.ts'
import type { TaskView } from '../contract.ts'
import { isActive } from '../rules.ts'

/**
 * Stores that a task could not be started, with a code of B§8. The recording shows a failed task until it is started again (B§4).
 * That there are not enough minutes is also shown after a reload: the server has no task for it.
 */
export function setStartFailure(fileId: string, status: number): void {
  const taskId = `not-started-${newId()}`
  if (status === TASK_CODES.notEnoughMinutes) storeShortages([[fileId, taskId], ...otherShortages(fileId)])
  else failures.setState((before) => [toFailure(fileId, taskId, status), ...before.filter(isOfOther(fileId))], true)
}

export function clearStartFailure(fileId: string): void {
  failures.setState((before) => before.filter(isOfOther(fileId)), true)
  if (readShortages().some(([id]) => id === fileId)) storeShortages(otherShortages(fileId))
}

export function useStartFailures(): readonly TaskView[] {
  const inMemory = useStore(failures)
  const stored = useStored(getShortagesSnapshot)
  return useMemo(() => {
    const shortages = parseShortages(stored).map(([fileId, taskId]) => toFailure(fileId, taskId, TASK_CODES.notEnoughMinutes))
    return [...inMemory, ...shortages]
  }, [inMemory, stored])
}

const toFailure = (fileId: string, taskId: string, status: number): TaskView => ({
  ...{ file_id: fileId, task_id: taskId, stage: 'failed', status },
  ...{ percent: 0, seconds_left: null, segments_transcribed: 0, msg: '' },
})

const isOfOther =
  (fileId: string) =>
  ({ file_id }: TaskView): boolean =>
    file_id !== fileId

/** Recordings that were refused for lack of minutes, newest first, with the id of their failure. Stored for each account. */
type Shortage = readonly [fileId: string, taskId: string]

const SHORTAGES_KEY = 'not_enough_minutes'
const MAX_SHORTAGES = 100

const readShortages = (): readonly Shortage[] => parseShortages(getShortagesSnapshot())

const otherShortages = (fileId: string): readonly Shortage[] => readShortages().filter(([id]) => id !== fileId)

function storeShortages(shortages: readonly Shortage[]): void {
  const owner = currentAccountId()
  const text = shortages.slice(0, MAX_SHORTAGES).map((shortage) => shortage.join(' '))
  if (owner !== undefined) setItem(SHORTAGES_KEY, text.join(','), { owner })
}

// A string, because React compares snapshots by identity.
function getShortagesSnapshot(): string {
  const owner = currentAccountId()
  return (owner !== undefined && getString(SHORTAGES_KEY, { owner })) || ''
}

const parseShortages = (text: string): readonly Shortage[] =>
  text.split(',').flatMap((entry) => {
    const [fileId, taskId] = entry.split(' ')
    return fileId && taskId ? [[fileId, taskId] as const] : []
  })

/**
 * Returns the tasks of the server. A failed start replaces the task of its recording unless that task is active, or has
 * transcribed what there were not enough minutes for.
 */
export function withStartFailures(tasks: readonly TaskView[], failed: readonly TaskView[]): readonly TaskView[] {
  const visible = failed.filter(
    ({ file_id, status }) =>
      !tasks.some(
        (task) =>
          task.file_id === file_id && (isActive(task) || (task.stage === 'done' && status === TASK_CODES.notEnoughMinutes)),
      ),
  )
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
