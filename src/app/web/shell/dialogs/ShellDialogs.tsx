import { useState, useSyncExternalStore } from 'react'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { useLoaded } from '#ui/useLoaded.ts'
import { useTimeout } from '#ui/useTimeout.ts'
import { deviceAsked, watchDeviceAsked } from './deviceGate.ts'

/** The page one came for goes first. */
const WAITS: Millis = seconds(2)

async function load() {
  const { ShellDialogsLater } = await import('./ShellDialogsLater.tsx')
  return <ShellDialogsLater />
}

/** The dialogs that come by themselves: announcements, offers, a break, a long transcription (A§2, B§2). None is in the first load. */
export function ShellDialogs() {
  const [isTime, setIsTime] = useState(false)
  useTimeout(() => setIsTime(true), WAITS)
  // Somebody who pressed a button is not kept waiting.
  const isAsked = useSyncExternalStore(watchDeviceAsked, () => deviceAsked() !== undefined)
  return useLoaded(load, isTime || isAsked)
}
