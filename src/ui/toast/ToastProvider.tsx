import { createElement, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { seconds } from '#shared/units.ts'
import { every } from '#browser/timers/time.ts'
import { useHasPendingToasts } from './toastQueue.ts'
import { lazyCode, useLazyCode } from '../lazy/lazyCode.ts'

const viewport = lazyCode(async () => (await import(/* chunk: offline */ './ToastViewport.tsx')).ToastViewport)

/**
 * Wraps the app and shows the toasts raised with `useToast()`. The viewport is loaded shortly after the start: this keeps it out
 * of the first paint, and its live region is still mounted before the first toast is announced.
 */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [isDue, setDue] = useState(false)
  const hasPending = useHasPendingToasts()
  const { loaded: ToastViewport, retry } = useLazyCode(viewport, hasPending || isDue)
  const isLoaded = ToastViewport !== undefined
  // Retries every two seconds until the code is loaded.
  useEffect(() => {
    if (isLoaded) return undefined
    return every(seconds(2), () => {
      setDue(true)
      retry()
    })
  }, [isLoaded, retry])
  return (
    <>
      {children}
      {ToastViewport && createElement(ToastViewport)}
    </>
  )
}
