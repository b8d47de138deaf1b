import { useState, useSyncExternalStore } from 'react'
import { seconds } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { useLoaded } from '#ui/useLoaded.ts'
import { useTimeout } from '#ui/useTimeout.ts'
import { deviceAsked, watchDeviceAsked } from './deviceGate.ts'

/** Gives the requested page time to load first. */
const WAITS: Millis = seconds(2)

async function load() {
  const { ShellDialogsLater } = await import('./ShellDialogsLater.tsx')
  return <ShellDialogsLater />
}

/** The dialogs that open by themselves: announcement, offer, break, long transcription (A§2, B§2). Loaded lazily. */
export function ShellDialogs() {
  const [isTime, setIsTime] = useState(false)
  useTimeout(() => setIsTime(true), WAITS)
  // A dialog that answers a click must not be delayed.
  const isAsked = useSyncExternalStore(watchDeviceAsked, () => deviceAsked() !== undefined)
  return useLoaded(load, isTime || isAsked)
}
