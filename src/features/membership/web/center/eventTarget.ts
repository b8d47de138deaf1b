import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { track } from '#features/telemetry/web.tsx'

/** The id of the section with the minute packs. */
export const HOURS_ID = 'hours'

/**
 * Follows the event `from` of the address (A§2): a type ending in `_hour` shows the minute packs, one ending in `_detail` opens
 * the details. `page` is the page with the packs, or one from which it is opened.
 */
export function useEventTarget(from: string | undefined, page: 'packs' | 'overview' | 'no packs'): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (from?.endsWith('_detail')) {
      track('page_change', { page: 'details' })
      void navigate({ to: '/member/manage', replace: true })
    }
    if (!from?.endsWith('_hour')) return
    if (page === 'overview') void navigate({ to: '/member/purchase', search: { from }, replace: true })
    if (page === 'packs') {
      const section = document.getElementById(HOURS_ID)
      section?.scrollIntoView({ block: 'start' })
      section?.focus({ preventScroll: true })
    }
  }, [from, page, navigate])
}
