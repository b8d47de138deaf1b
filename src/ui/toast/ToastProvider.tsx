import { createElement, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { seconds } from '#shared/units.ts'
import { every } from '#browser/timers/time.ts'
import { useHasPendingToasts } from './toastQueue.ts'
import { useLazyLoad } from '#browser/loading/useLazyLoad.ts'

const loadViewport = async () => (await import(/* chunk: offline */ './ToastViewport.tsx')).ToastViewport

/**
 * Wraps the app and shows the toasts raised with `useToast()`. The viewport is loaded shortly after the start: this keeps it out
 * of the first paint, and its live region is still mounted before the first toast is announced.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [attempt, setAttempt] = useState(0)
  const hasPending = useHasPendingToasts()
  const ToastViewport = useLazyLoad(loadViewport, hasPending || attempt)
  const isLoaded = ToastViewport !== undefined
  // Retries every two seconds until the code is loaded.
  useEffect(() => (isLoaded ? undefined : every(seconds(2), () => setAttempt((count) => count + 1))), [isLoaded])
  return (
    <>
      {children}
      {ToastViewport && createElement(ToastViewport)}
    </>
  )
}
