import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paths } from '#shared/paths.ts'
import { track } from '#features/telemetry/web.tsx'

/** The id of the section with the minute packs. */
export const HOURS_ID = 'hours'

/**
 * Follows the event in `from` of the address (A§2): a type ending in `_hour` shows the minute packs, one ending in `_detail` opens
 * the details. `canShowHours` is true on the page that has the packs, once they are there.
 */
export function useEventTarget(canShowHours = false): void {
  const navigate = useNavigate()
  const from = useRouterState({ select: ({ location }) => new URLSearchParams(location.searchStr).get('from') ?? '' })
  useEffect(() => {
    if (from.endsWith('_detail')) {
      track('page_change', { page: 'details' })
      void navigate({ href: paths.memberManage(), replace: true })
    }
    if (from.endsWith('_hour') && canShowHours) {
      const section = document.getElementById(HOURS_ID)
      section?.scrollIntoView({ block: 'start' })
      section?.focus({ preventScroll: true })
    }
  }, [from, canShowHours, navigate])
}
