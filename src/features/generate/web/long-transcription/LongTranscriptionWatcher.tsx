import { useEffect, useEffectEvent, useRef } from 'react'
import { exceedsQuota } from '#features/membership/rules.ts'
import { useMembership } from '#features/membership/web.tsx'
import { currentAccountId } from '#browser/session/token.ts'
import { NO_EXPIRATION, STORAGE_KEYS, removeItem, getItem, setItem } from '#browser/storage/storage.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { fetchTranscribingSeconds, useTasks } from '../queries.ts'

/** The warning is shown for more audio in progress than this, in seconds (B§2). */
const MAX_AUDIO_IN_PROGRESS = 24 * 60 * 60

type AudioInProgress = Awaited<ReturnType<typeof fetchTranscribingSeconds>>

/**
 * Opens a dialog when a new task has raised the audio in progress above 24 hours (A§2, B§2), once until the total has been below
 * the limit again, and another one when it exceeds the quota of B§5, once per account. The server is queried when a task starts,
 * never periodically.
 */
export function LongTranscriptionWatcher() {
  const { membership } = useMembership()
  const checkQuota = useEffectEvent((owner: string, { total }: AudioInProgress) => {
    if (!membership || !exceedsQuota(membership.seconds_transcribed, total)) return
    if (recordQuota(owner)) openDialog('transcriptionQuota', { total: membership.seconds_transcribed + total })
  })
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
      checkQuota(owner, inProgress)
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

/** Returns true if this was not recorded before. What was transcribed never gets less. */
function recordQuota(owner: string): boolean {
  const wasReported = getItem(STORAGE_KEYS.transcriptionQuota, { owner }) === true
  setItem(STORAGE_KEYS.transcriptionQuota, true, { owner, lifetime: NO_EXPIRATION })
  return !wasReported
}

/** The warning is optional, so errors of the request are ignored. */
const ignore = () => {}
