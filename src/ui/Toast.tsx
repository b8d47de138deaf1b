import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { seconds } from '#kit/units.ts'
import { after } from './time.ts'
import { toastsWait, watchToasts } from './toastQueue.ts'

const ToastScreen = lazy(async () => ({ default: (await import('./ToastScreen.tsx')).ToastScreen }))

/**
 * Around the app, once. Toasts are raised with `useToast()`; their screen is loaded shortly after the start, so that it
 * costs the first paint nothing and yet stands in the page before the first toast is announced.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false)
  const wait = useSyncExternalStore(watchToasts, toastsWait)
  useEffect(() => after(seconds(2), () => setDue(true)), [])
  if (wait && !due) setDue(true)
  return (
    <>
      {children}
      {due && (
        <Suspense>
          <ToastScreen />
        </Suspense>
      )}
    </>
  )
}
