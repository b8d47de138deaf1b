import { useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { newId } from '#browser/random/random.ts'
import { currentAccountId } from '#browser/session/token.ts'
import { getString, setItem, useStored } from '#browser/storage/storage.ts'
import { TASK_CODES, type TaskView } from '../../contract.ts'
import { type GENERATE_FLAGS, type RequestedChoices, isActive } from '../../rules.ts'

/** The flags of a recording; notes have their own hook. */
export type FileFlag = typeof GENERATE_FLAGS.generate | typeof GENERATE_FLAGS.retranscribe | typeof GENERATE_FLAGS.resummarise

export type StartInput = {
  fileId: string
  flag: FileFlag
  choices?: RequestedChoices
  isRetry?: boolean
  /** The user wants it although it exceeds the quota (B§5). */
  isConfirmed?: boolean
}

/** What this page has asked for. What came of it is the task of the server. */
export type StartRequest = {
  readonly flag: FileFlag
  readonly choices?: RequestedChoices | undefined
  /** The task of the request. Undefined when the server has none. */
  readonly taskId?: string | undefined
  /** Why the server has none. */
  readonly failure?: StartFailure | undefined
}

/** A code of B§8 with an id of its own, by which it can be dismissed. */
type StartFailure = { readonly id: string; readonly status: number }

/** The last request about each recording. Those of other tabs and of earlier visits are not known. */
const startRequests = createStore<Readonly<Record<string, StartRequest>>>(() => ({}))

export const getStartRequest = (fileId: string): StartRequest | undefined => startRequests.getState()[fileId]

export const useStartRequest = (fileId: string): StartRequest | undefined => useStore(startRequests, (all) => all[fileId])

export const setStartRequest = (fileId: string, request: StartRequest): void => startRequests.setState({ [fileId]: request })

/** Forgets what this page has asked for about a recording. */
export const forgetStartRequest = (fileId: string): void =>
  startRequests.setState((all) => Object.fromEntries(Object.entries(all).filter(([id]) => id !== fileId)), true)

/**
 * Stores that the server has no task for a request, with a code of B§8. The recording shows a failed task until it is started again
 * (B§4). That there are not enough minutes is also shown after a reload.
 */
export function setStartFailure(fileId: string, request: StartRequest, status: number): void {
  const failure = { id: `not-started-${newId()}`, status }
  const isShortage = status === TASK_CODES.notEnoughMinutes
  if (isShortage) storeShortages([[fileId, failure.id], ...otherShortages(fileId)])
  setStartRequest(fileId, { ...request, failure: isShortage ? undefined : failure })
}

export function clearStartFailure(fileId: string): void {
  const request = getStartRequest(fileId)
  if (request?.failure) setStartRequest(fileId, { ...request, failure: undefined })
  if (readShortages().some(([id]) => id === fileId)) storeShortages(otherShortages(fileId))
}

/** Returns the failed starts as tasks. */
export function useStartFailures(): readonly TaskView[] {
  const requests = useStore(startRequests)
  const stored = useStored(getShortagesSnapshot)
  return useMemo(() => {
    const failed = Object.entries(requests).flatMap(([fileId, { failure }]) => (failure ? [toTask(fileId, failure)] : []))
    const status = TASK_CODES.notEnoughMinutes
    return [...failed, ...parseShortages(stored).map(([fileId, id]) => toTask(fileId, { id, status }))]
  }, [requests, stored])
}

const toTask = (fileId: string, { id, status }: StartFailure): TaskView => ({
  file_id: fileId,
  task_id: id,
  stage: 'failed',
  status,
  percent: 0,
  seconds_left: null,
  segments_transcribed: 0,
  msg: '',
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

/** Recordings that were refused for lack of minutes, newest first, with the id of their failure. Stored for each account. */
type Shortage = readonly [fileId: string, id: string]

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
    const [fileId, id] = entry.split(' ')
    return fileId && id ? [[fileId, id] as const] : []
  })
