import { useEffect, useRef, useState } from 'react'
import { readSoundUnderWay, useTasks } from '#features/generate/web.tsx'
import { NoExpiration, STORED, forget, recall, store } from '#ui/storage.ts'

/** B§2: more sound under way than this is told, in seconds. */
export const LONG_SOUND = 24 * 60 * 60

export type SoundUnderWay = Awaited<ReturnType<typeof readSoundUnderWay>>

/**
 * How much sound is under way, when a task just begun has taken it over 24 hours; told once until it has been below again. The
 * server is asked when a task begins, never by and by.
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

/** Whether it is above now and was not told yet; keeps which of both. */
function crossed(owner: string, { total }: SoundUnderWay): boolean {
  const wasTold = recall(STORED.longTranscription, { owner }) === true
  if (total <= LONG_SOUND) forget(STORED.longTranscription, { owner })
  else store(STORED.longTranscription, true, { owner, lifetime: NoExpiration })
  return total > LONG_SOUND && !wasTold
}

/** What nobody asked for is not missed when the server cannot be reached. */
const ignore = () => {}
