import { createElement, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { seconds } from '#kit/units.ts'
import { every } from './time.ts'
import { toastsWait, watchToasts } from './toastQueue.ts'
import { useLoaded } from './useLoaded.ts'

const load = async () => (await import('./ToastScreen.tsx')).ToastScreen

/**
 * Around the app, once. Toasts are raised with `useToast()`; their screen is loaded shortly after the start, so that it
 * costs the first paint nothing and yet stands in the page before the first toast is announced.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [tries, setTries] = useState(0)
  const wait = useSyncExternalStore(watchToasts, toastsWait)
  const ToastScreen = useLoaded(load, wait || tries)
  const isThere = ToastScreen !== undefined
  // Of the clock: where the code did not come, it is asked for again.
  useEffect(() => (isThere ? undefined : every(seconds(2), () => setTries((count) => count + 1))), [isThere])
  return (
    <>
      {children}
      {ToastScreen && createElement(ToastScreen)}
    </>
  )
}
