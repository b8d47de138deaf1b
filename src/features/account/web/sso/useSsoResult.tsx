import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Unreachable, isRefused } from '#shared/client.ts'
import { sso } from '../queries.ts'
import type { SsoResult } from '../redirects/loginRedirects.ts'
import { storeSession } from '../sessions/authState.ts'
import { Button } from '#ui/button/Button.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

type SsoState =
  | { state: 'none' }
  | { state: 'arriving' }
  /** The provider or the server refused the sign-in. */
  | { state: 'refused'; errorCode: string }
  /** The server was unreachable or its reply was unreadable. The ticket may still be valid. */
  | { state: 'failed'; error: unknown; retry: () => void }

/** Redeems the ticket once and calls `onSignedIn`. A used or expired ticket gives the error `ticket_gone`. */
export function useSsoResult(ssoResult: SsoResult | undefined, onSignedIn: () => void): SsoState {
  const queries = useQueryClient()
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  const onSignedInRef = useRef(onSignedIn)
  const ticket = ssoResult && 'ticket' in ssoResult ? ssoResult.ticket : null
  useEffect(() => {
    onSignedInRef.current = onSignedIn
  })
  useEffect(() => {
    if (ticket === null) return
    let isMounted = true
    redeemOnce(ticket).then(
      () => {
        if (!isMounted) return
        // The cache may contain data of the user who was signed in before.
        queries.clear()
        onSignedInRef.current()
      },
      (error: unknown) => isMounted && setFailure({ error }),
    )
    return () => {
      isMounted = false
    }
  }, [ticket, attempt, queries])

  if (ssoResult && 'errorCode' in ssoResult) return { state: 'refused', errorCode: ssoResult.errorCode }
  if (ticket === null) return { state: 'none' }
  if (!failure) return { state: 'arriving' }
  if (isRefused(failure.error, sso.redeem, 'ticketExpired')) return { state: 'refused', errorCode: 'ticket_gone' }
  const retry = () => {
    setFailure(null)
    setAttempt(attempt + 1)
  }
  return { state: 'failed', error: failure.error, retry }
}

// A ticket is valid once, and React may run an effect twice.
const redeemed = new Map<string, Promise<void>>()

function redeemOnce(ticket: string): Promise<void> {
  const pending = redeemed.get(ticket) ?? redeem(ticket)
  redeemed.set(ticket, pending)
  return pending
}

async function redeem(ticket: string): Promise<void> {
  try {
    // The cookie binds the ticket to this browser. The token of an older session is not sent.
    const { data } = await sso.redeem({ body: { ticket }, headers: {} }, { withCookie: true, noToken: true })
    storeSession(data)
  } catch (error) {
    if (error instanceof Unreachable) redeemed.delete(ticket)
    throw error
  }
}

/** Shown above the form: why the sign-in with an identity provider did not succeed. */
export function SsoErrorNotice({ ssoState }: { ssoState: SsoState }) {
  const t = useTranslations('account')
  const tUi = useTranslations('ui')
  const explain = useExplainError()
  if (ssoState.state === 'none' || ssoState.state === 'arriving') return null
  const { text, requestId } =
    ssoState.state === 'refused' ? { text: t(messageKeyOf(ssoState.errorCode)), requestId: undefined } : explain(ssoState.error)
  return (
    <div role="status" className="grid justify-items-start gap-2 rounded-md bg-sunken px-3 py-2.5 text-sm text-ink">
      <p>{text}</p>
      {requestId && <p className="font-mono text-xs break-all text-ink2 select-all">{tUi('request_id', { id: requestId })}</p>}
      {ssoState.state === 'failed' && (
        <Button size="sm" onClick={ssoState.retry}>
          {tUi('try_again')}
        </Button>
      )}
    </div>
  )
}

const MESSAGE_BY_ERROR = {
  denied: 'sso_denied',
  failed: 'sso_failed',
  closed: 'sso_closed',
  expired: 'sso_expired',
  unreachable: 'sso_unreachable',
  busy: 'sso_busy',
  ticket_gone: 'Login_ticket_gone',
} as const

/** Unknown error codes come from the URL, so they are never shown. */
const messageKeyOf = (errorCode: string) =>
  Object.hasOwn(MESSAGE_BY_ERROR, errorCode) ? MESSAGE_BY_ERROR[errorCode as keyof typeof MESSAGE_BY_ERROR] : 'sso_failed'
