import { useRef, useState } from 'react'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { NoExpiration, STORED, recall, store } from '#ui/storage.ts'
import { now } from '#ui/time.ts'
import { useEvent } from '#ui/useEvent.ts'
import { useInterval } from '#ui/useInterval.ts'
import { isBreakDue, newSession, touched } from './breakRules.ts'

/** How often to check whether a break is due. */
const LOOK_EVERY: Millis = seconds(15)

export type Break = {
  isDue: boolean
  /** Start of the session that has become too long. */
  since: Millis
  /** Closes the dialog and starts a new session. */
  goOn: () => void
  /** Disables the dialog in this browser. */
  never: () => void
}

/** Measures uninterrupted use of this tab. A pause without input, or hiding the tab, starts a new session. */
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
