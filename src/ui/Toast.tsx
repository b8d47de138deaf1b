import { createElement, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { seconds } from '#kit/units.ts'
import { every } from './time.ts'
import { toastsWait, watchToasts } from './toastQueue.ts'
import { useLoaded } from './useLoaded.ts'

const load = async () => (await import('./ToastScreen.tsx')).ToastScreen

/**
 * Wraps the app and shows the toasts raised with `useToast()`. The viewport is loaded shortly after the start: this keeps it out
 * of the first paint, and its live region is still mounted before the first toast is announced.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [tries, setTries] = useState(0)
  const wait = useSyncExternalStore(watchToasts, toastsWait)
  const ToastScreen = useLoaded(load, wait || tries)
  const isThere = ToastScreen !== undefined
  // Retries every two seconds until the code is loaded.
  useEffect(() => (isThere ? undefined : every(seconds(2), () => setTries((count) => count + 1))), [isThere])
  return (
    <>
      {children}
      {ToastScreen && createElement(ToastScreen)}
    </>
  )
}
