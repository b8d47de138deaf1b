import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The fragment `upload` opens the upload dialog, and is gone then: the way in of the installed app's shortcut (vite/pwa.ts). */
export function useUploadAddress(open: () => void): void {
  const router = useRouter()
  const isAsked = useRouterState({ select: ({ location: { hash } }) => hash === 'upload' })
  // The address bar is the external system.
  useEffect(() => {
    if (!isAsked) return
    router.history.replace(location.pathname + location.search)
    open()
  }, [isAsked, open, router])
}
