import { useRef, useState } from 'react'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { NoExpiration, STORED, recall, store } from '#ui/storage.ts'
import { now } from '#ui/time.ts'
import { useEvent } from '#ui/useEvent.ts'
import { useInterval } from '#ui/useInterval.ts'
import { isBreakDue, newSession, touched } from './breakRules.ts'

/** How often it is looked whether a break is due. */
const LOOK_EVERY: Millis = seconds(15)

export type Break = {
  isDue: boolean
  /** When the session began that the break is about. */
  since: Millis
  /** Begins a new session. */
  goOn: () => void
  /** No more of this in this browser. */
  never: () => void
}

/** Counts unbroken use of this tab: a pause at keys and pointer, or a hidden tab, begins it anew. */
export function useBreak(): Break {
  const [opened] = useState(now)
  const session = useRef(newSession(opened))
  const [due, setDue] = useState<{ since: Millis }>()
  const touch = () => {
    session.current = touched(session.current, now())
  }
  const goOn = () => {
    session.current = newSession(now())
    setDue(undefined)
  }
  const never = () => {
    store(STORED.noBreaks, true, { lifetime: NoExpiration })
    goOn()
  }
  useEvent('window', 'pointerdown', touch, { capture: true })
  useEvent('window', 'pointermove', touch, { capture: true })
  useEvent('window', 'keydown', touch, { capture: true })
  useEvent('document', 'visibilitychange', goOn)
  useInterval(() => {
    if (!due && isBreakDue(session.current, now()) && recall(STORED.noBreaks) !== true) setDue({ since: session.current.start })
  }, LOOK_EVERY)
  return { isDue: due !== undefined, since: due?.since ?? 0, goOn, never }
}
