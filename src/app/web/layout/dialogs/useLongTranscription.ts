import { useEffect, useRef, useState } from 'react'
import { fetchTranscribingSeconds, useTasks } from '#features/generate/web.tsx'
import { NO_EXPIRATION, STORAGE_KEYS, removeItem, getItem, setItem } from '#browser/storage/storage.ts'

/** The warning is shown for more audio in progress than this, in seconds (B§2). */
export const MAX_AUDIO_IN_PROGRESS = 24 * 60 * 60

export type AudioInProgress = Awaited<ReturnType<typeof fetchTranscribingSeconds>>

/**
 * Returns the audio in progress when a new task has raised it above 24 hours, else undefined. It is reported once until the total
 * has been below the limit again. The server is queried when a task starts, never periodically.
 */
export function useLongTranscription(owner: string | undefined): { audio: AudioInProgress | undefined; close: () => void } {
  const [audio, setAudio] = useState<AudioInProgress>()
  const knownIds = useRef(new Set<string>())
  const active = useTasks()
    .filter(({ stage }) => stage === 'queued' || stage === 'transcribing')
    .map(({ task_id }) => task_id)
    .sort()
    .join(' ')
  useEffect(() => {
    if (owner === undefined) return
    const ids = active === '' ? [] : active.split(' ')
    const hasNew = ids.some((id) => !knownIds.current.has(id))
    knownIds.current = new Set(ids)
    if (ids.length === 0) removeItem(STORAGE_KEYS.longTranscription, { owner })
    if (hasNew)
      void fetchTranscribingSeconds().then((inProgress) => recordCrossing(owner, inProgress) && setAudio(inProgress), ignore)
  }, [owner, active])
  return { audio, close: () => setAudio(undefined) }
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
