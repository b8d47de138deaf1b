import { useState, useSyncExternalStore } from 'react'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { useLazyLoad } from '#ui/useLoaded.ts'
import { useTimeout } from '#ui/useTimeout.ts'
import { getBlockedAction, subscribeToBlockedAction } from './deviceGate.ts'

/** Gives the requested page time to load first. */
const OPEN_DELAY: Millis = seconds(2)

async function loadDialogs() {
  const { AutomaticDialogList } = await import('./ShellDialogsLater.tsx')
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
