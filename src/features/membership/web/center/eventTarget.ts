import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { track } from '#features/telemetry/web.tsx'

/** The id of the section with the minute packs. */
export const HOURS_ID = 'hours'

/**
 * Follows the event in `from` of the address (A§2): a type ending in `_hour` shows the minute packs, one ending in `_detail` opens
 * the details. `page` is the page with the packs, or one from which it is opened.
 */
export function useEventTarget(page: 'packs' | 'overview' | 'no packs'): void {
  const navigate = useNavigate()
  const from = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).get('from') ?? '' })
  useEffect(() => {
    if (from.endsWith('_detail')) {
      track('page_change', { page: 'details' })
      void navigate({ href: paths.memberManage(), replace: true })
    }
    if (!from.endsWith('_hour')) return
    if (page === 'overview') void navigate({ href: paths.memberPurchase({ from }), replace: true })
    if (page === 'packs') {
      const section = document.getElementById(HOURS_ID)
      section?.scrollIntoView({ block: 'start' })
      section?.focus({ preventScroll: true })
    }
  }, [from, page, navigate])
}
