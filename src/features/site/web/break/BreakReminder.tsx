import { useEffect, useRef } from 'react'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { useEvent } from '#browser/events/useEvent.ts'
import { STORAGE_KEYS, getItem } from '#browser/storage/storage.ts'
import { now } from '#browser/timers/time.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import { closeDialog, openDialog, useOpenDialog } from '#ui/dialog/openDialog.ts'
import { isBreakDue, newSession, recordInput } from './breakRules.ts'

/** How often to check whether a break is due. */
const CHECK_INTERVAL: Millis = seconds(15)

/**
 * Opens "Time for a Little Break" (B§2) after three hours of uninterrupted use of this tab. A pause without input, hiding the tab,
 * or closing the dialog starts a new session.
 */
export function BreakReminder() {
  const isOpen = useOpenDialog('break') !== undefined
  const session = useRef(newSession(0))
  useEffect(() => {
    if (!isOpen) session.current = newSession(now())
  }, [isOpen])
  const recordActivity = () => {
    session.current = recordInput(session.current, now())
  }
  useEvent('window', 'pointerdown', recordActivity, { capture: true })
  useEvent('window', 'pointermove', recordActivity, { capture: true })
  useEvent('window', 'keydown', recordActivity, { capture: true })
  useEvent('document', 'visibilitychange', () => {
    session.current = newSession(now())
    closeDialog('break')
  })
  useInterval(() => {
    if (isOpen || !isBreakDue(session.current, now()) || getItem(STORAGE_KEYS.noBreaks) === true) return
    openDialog('break', { since: session.current.start })
  }, CHECK_INTERVAL)
  return null
}
