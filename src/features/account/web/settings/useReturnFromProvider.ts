import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { whileRenewing } from '#ui/send.ts'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { useTroubleToast } from './useTroubleWords.ts'

const ERRORS = ['denied', 'failed', 'closed', 'expired', 'unreachable', 'busy'] as const

/**
 * Handles the return from an identity provider after connecting it: `#bind_ticket=…`, or `#sso_error=…` on failure. Removes
 * both from the URL immediately. `onReturn` opens the sign-in methods in the settings.
 */
export function useReturnFromProvider(onReturn: () => void): void {
  const t = useWords('account')
  const queries = useQueryClient()
  const toast = useToast()
  const failed = useTroubleToast()
  const latest = useRef(() => {})
  useEffect(() => {
    latest.current = () => {
      const { ticket, trouble } = takeHash()
      if (ticket === null && trouble === null) return
      onReturn()
      if (ticket === null) {
        const known = ERRORS.find((word) => word === trouble) ?? 'failed'
        toast.error(t(`bind_${known}`))
        return
      }
      // Loaded lazily because it is rarely needed.
      whileRenewing(async () => (await import('./finishBinding.ts')).finishBinding(ticket))
        .then(
          () => toast.show(t('bind_done')),
          (error: unknown) => failed(t('bind_not'), error),
        )
        .finally(() => void queries.invalidateQueries({ queryKey: ['sso'] }))
    }
  })
  useEffect(() => latest.current(), [])
}

function takeHash(): { ticket: string | null; trouble: string | null } {
  const said = new URLSearchParams(location.hash.slice(1))
  const found = { ticket: said.get('bind_ticket'), trouble: said.get('sso_error') }
  if (found.ticket !== null || found.trouble !== null)
    history.replaceState(history.state, '', location.pathname + location.search)
  return found
}
