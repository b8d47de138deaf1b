import { useRef, useState } from 'react'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { NO_EXPIRATION, STORAGE_KEYS, getItem, setItem } from '#browser/storage/storage.ts'
import { now } from '#browser/timers/time.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import { isBreakDue, newSession, recordInput } from './breakRules.ts'

/** How often to check whether a break is due. */
const CHECK_INTERVAL: Millis = seconds(15)

export type BreakReminder = {
  isDue: boolean
  /** Start of the session that has become too long. */
  since: Millis
  /** Closes the dialog and starts a new session. */
  restart: () => void
  /** Disables the dialog in this browser. */
  disable: () => void
}

/** Measures uninterrupted use of this tab. A pause without input, or hiding the tab, starts a new session. */
export function useBreakReminder(): BreakReminder {
  const [openedAt] = useState(now)
  const session = useRef(newSession(openedAt))
  const [due, setDue] = useState<{ since: Millis }>()
  const recordActivity = () => {
    session.current = recordInput(session.current, now())
  }
  const restart = () => {
    session.current = newSession(now())
    setDue(undefined)
  }
  const disable = () => {
    setItem(STORAGE_KEYS.noBreaks, true, { lifetime: NO_EXPIRATION })
    restart()
  }
  useEvent('window', 'pointerdown', recordActivity, { capture: true })
  useEvent('window', 'pointermove', recordActivity, { capture: true })
  useEvent('window', 'keydown', recordActivity, { capture: true })
  useEvent('document', 'visibilitychange', restart)
  useInterval(() => {
    if (!due && isBreakDue(session.current, now()) && getItem(STORAGE_KEYS.noBreaks) !== true)
      setDue({ since: session.current.start })
  }, CHECK_INTERVAL)
  return { isDue: due !== undefined, since: due?.since ?? 0, restart, disable }
}
