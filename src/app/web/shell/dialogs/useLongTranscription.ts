import { useEffect, useRef, useState } from 'react'
import { readSoundUnderWay, useTasks } from '#features/generate/web.tsx'
import { NoExpiration, STORED, forget, recall, store } from '#ui/storage.ts'

/** The warning is shown for more audio in progress than this, in seconds (B§2). */
export const LONG_SOUND = 24 * 60 * 60

export type SoundUnderWay = Awaited<ReturnType<typeof readSoundUnderWay>>

/**
 * Returns the audio in progress when a new task has raised it above 24 hours, else undefined. It is reported once until the total
 * has been below the limit again. The server is queried when a task starts, never periodically.
 */
export function useLongTranscription(owner: string | undefined): { long: SoundUnderWay | undefined; close: () => void } {
  const [long, setLong] = useState<SoundUnderWay>()
  const known = useRef(new Set<string>())
  const active = useTasks()
    .filter(({ stage }) => stage === 'queued' || stage === 'transcribing')
    .map(({ task_id }) => task_id)
    .sort()
    .join(' ')
  useEffect(() => {
    if (owner === undefined) return
    const ids = active === '' ? [] : active.split(' ')
    const hasNew = ids.some((id) => !known.current.has(id))
    known.current = new Set(ids)
    if (ids.length === 0) forget(STORED.longTranscription, { owner })
    if (hasNew) void readSoundUnderWay().then((sound) => crossed(owner, sound) && setLong(sound), ignore)
  }, [owner, active])
  return { long, close: () => setLong(undefined) }
}

/** Returns true if the total is above the limit and this was not reported before. Stores that it was reported. */
function crossed(owner: string, { total }: SoundUnderWay): boolean {
  const wasTold = recall(STORED.longTranscription, { owner }) === true
  if (total <= LONG_SOUND) forget(STORED.longTranscription, { owner })
  else store(STORED.longTranscription, true, { owner, lifetime: NoExpiration })
  return total > LONG_SOUND && !wasTold
}

/** The warning is optional, so errors of the request are ignored. */
const ignore = () => {}
