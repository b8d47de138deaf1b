import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { notifySignedOut } from '#browser/session/signOutEvents.ts'
import { useSignOutInOtherTab } from '#browser/session/useSignOutInOtherTab.ts'
import { useAction } from '#ui/action/useAction.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { openSignInPage } from './sessions/signOut.ts'
import { withTokenRenewal } from '#browser/http/send.ts'
import { sso } from './queries.ts'
import { useToast } from '#ui/toast/useToast.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

/** Leaves the page when the user signs out in another tab, and finishes the connection to an identity provider. */
export function AccountBackground() {
  useSignOutInOtherTab({ leave, reloadForOtherUser })
  useReturnFromProvider(openSignInMethods)
  return null
}

const openSignInMethods = () => openDialog('settings', { pane: 'sign-in-methods' })

function leave(): void {
  notifySignedOut()
  openSignInPage()
}

/** Another user signed in in this browser. Reloads the page for that user. */
function reloadForOtherUser(): void {
  notifySignedOut()
  location.reload()
}

const ERRORS = ['denied', 'failed', 'closed', 'expired', 'unreachable', 'busy'] as const

/**
 * Handles the return from an identity provider after connecting it: `#bind_ticket=…`, or `#sso_error=…` on failure. Removes
 * both from the URL immediately. `onReturn` opens the sign-in methods in the settings.
 */
export function useReturnFromProvider(onReturn: () => void): void {
  const t = useTranslations('account')
  const queries = useQueryClient()
  const toast = useToast()
  const bind = useAction(
    // Loaded lazily because it is rarely needed.
    (ticket: string) => withTokenRenewal(async () => (await import('./sso/finishBinding.ts')).finishBinding(ticket)),
    {
      success: t('bind_done'),
      failure: t('bind_not'),
      calls: [sso.finishBind],
      refusals: {
        ticketExpired: `${t('bind_not')} ${t('error_ticket_expired')}`,
        taken: `${t('bind_not')} ${t('error_identity_taken')}`,
      },
      onSettled: () => void queries.invalidateQueries({ queryKey: ['sso'] }),
    },
  )
  const latest = useRef(() => {})
  useEffect(() => {
    latest.current = () => {
      const { ticket, error } = takeHashParameters()
      if (ticket === null && error === null) return
      onReturn()
      if (ticket === null) {
        const errorCode = ERRORS.find((code) => code === error) ?? 'failed'
        toast.error(t(`bind_${errorCode}`))
        return
      }
      void bind.run(ticket)
    }
  })
  useEffect(() => latest.current(), [])
}

function takeHashParameters(): { ticket: string | null; error: string | null } {
  const parameters = new URLSearchParams(location.hash.slice(1))
  const result = { ticket: parameters.get('bind_ticket'), error: parameters.get('sso_error') }
  if (result.ticket !== null || result.error !== null)
    history.replaceState(history.state, '', location.pathname + location.search)
  return result
}
