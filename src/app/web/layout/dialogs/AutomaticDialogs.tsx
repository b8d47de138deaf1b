import { useState, useSyncExternalStore } from 'react'
import { seconds } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { useLazyLoad } from '#browser/loading/useLazyLoad.ts'
import { useTimeout } from '#browser/timers/timerHooks.ts'
import { getBlockedAction, subscribeToBlockedAction } from './device/blockedAction.ts'

/** Gives the requested page time to load first. */
const OPEN_DELAY: Millis = seconds(2)

async function loadDialogs() {
  const { AutomaticDialogList } = await import('./AutomaticDialogList.tsx')
  return <AutomaticDialogList />
}

/** The dialogs that open by themselves: announcement, offer, break, long transcription (A§2, B§2). Loaded lazily. */
export function AutomaticDialogs() {
  const [isDelayOver, setDelayOver] = useState(false)
  useTimeout(() => setDelayOver(true), OPEN_DELAY)
  // A dialog that answers a click must not be delayed.
  const isRequested = useSyncExternalStore(subscribeToBlockedAction, () => getBlockedAction() !== undefined)
  return useLazyLoad(loadDialogs, isDelayOver || isRequested)
}
