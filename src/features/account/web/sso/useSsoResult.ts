import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Unreachable, isRefused } from '#shared/client.ts'
import { sso } from '../accountClients.ts'
import { storeSession } from '../sessions/authState.ts'

/** The result of a sign-in with an identity provider, from the URL: a ticket for a session, or an error code. */
export type SsoResult = { ticket: string } | { trouble: string }

export type SsoState =
  | { state: 'none' }
  | { state: 'arriving' }
  /** The provider or the server refused the sign-in. */
  | { state: 'refused'; trouble: string }
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

  if (ssoResult && 'trouble' in ssoResult) return { state: 'refused', trouble: ssoResult.trouble }
  if (ticket === null) return { state: 'none' }
  if (!failure) return { state: 'arriving' }
  if (isRefused(failure.error, sso.redeem, 'ticketGone')) return { state: 'refused', trouble: 'ticket_gone' }
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
