import { useEffect, useRef } from 'react'
import { currentAccountId } from '#browser/session/token.ts'
import { NO_EXPIRATION, STORAGE_KEYS, removeItem, getItem, setItem } from '#browser/storage/storage.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { fetchTranscribingSeconds, useTasks } from '../queries.ts'

/** The warning is shown for more audio in progress than this, in seconds (B§2). */
const MAX_AUDIO_IN_PROGRESS = 24 * 60 * 60

type AudioInProgress = Awaited<ReturnType<typeof fetchTranscribingSeconds>>

/**
 * Opens a dialog when a new task has raised the audio in progress above 24 hours (A§2, B§2), once until the total has been below
 * the limit again. The server is queried when a task starts, never periodically.
 */
export function LongTranscriptionWatcher() {
  const knownIds = useRef(new Set<string>())
  const active = useTasks()
    .filter(({ stage }) => stage === 'queued' || stage === 'transcribing')
    .map(({ task_id }) => task_id)
    .sort()
    .join(' ')
  useEffect(() => {
    const owner = currentAccountId()
    if (owner === undefined) return
    const ids = active === '' ? [] : active.split(' ')
    const hasNew = ids.some((id) => !knownIds.current.has(id))
    knownIds.current = new Set(ids)
    if (ids.length === 0) removeItem(STORAGE_KEYS.longTranscription, { owner })
    if (!hasNew) return
    void fetchTranscribingSeconds().then((inProgress) => {
      if (recordCrossing(owner, inProgress)) openDialog('longTranscription', inProgress)
    }, ignore)
  }, [active])
  return null
}

/** Returns true if the total is above the limit and this was not reported before. Stores that it was reported. */
function recordCrossing(owner: string, { total }: AudioInProgress): boolean {
  const wasReported = getItem(STORAGE_KEYS.longTranscription, { owner }) === true
  if (total <= MAX_AUDIO_IN_PROGRESS) removeItem(STORAGE_KEYS.longTranscription, { owner })
  else setItem(STORAGE_KEYS.longTranscription, true, { owner, lifetime: NO_EXPIRATION })
  return total > MAX_AUDIO_IN_PROGRESS && !wasReported
}

/** The warning is optional, so errors of the request are ignored. */
const ignore = () => {}
