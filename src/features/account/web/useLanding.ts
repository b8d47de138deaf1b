import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Unreachable, wasRefused } from '#kit/client.ts'
import { sso } from './account.ts'
import { keepSession } from './authState.ts'

/** The result of a sign-in with an identity provider, from the URL: a ticket for a session, or an error code. */
export type Landing = { ticket: string } | { trouble: string }

export type Arrived =
  | { state: 'none' }
  | { state: 'arriving' }
  /** The provider or the server refused the sign-in. */
  | { state: 'refused'; trouble: string }
  /** The server was unreachable or its reply was unreadable. The ticket may still be valid. */
  | { state: 'failed'; error: unknown; again: () => void }

/** Redeems the ticket once and calls `onSignedIn`. A used or expired ticket gives the error `ticket_gone`. */
export function useLanding(landing: Landing | undefined, onSignedIn: () => void): Arrived {
  const queries = useQueryClient()
  const [tries, setTries] = useState(0)
  const [ended, setEnded] = useState<{ error: unknown } | null>(null)
  const tell = useRef(onSignedIn)
  const ticket = landing && 'ticket' in landing ? landing.ticket : null
  useEffect(() => {
    tell.current = onSignedIn
  })
  useEffect(() => {
    if (ticket === null) return
    let here = true
    redeemOnce(ticket).then(
      () => {
        if (!here) return
        // The cache may contain data of the user who was signed in before.
        queries.clear()
        tell.current()
      },
      (error: unknown) => here && setEnded({ error }),
    )
    return () => {
      here = false
    }
  }, [ticket, tries, queries])

  if (landing && 'trouble' in landing) return { state: 'refused', trouble: landing.trouble }
  if (ticket === null) return { state: 'none' }
  if (!ended) return { state: 'arriving' }
  if (wasRefused(ended.error, sso.redeem, 'ticketGone')) return { state: 'refused', trouble: 'ticket_gone' }
  const again = () => {
    setEnded(null)
    setTries(tries + 1)
  }
  return { state: 'failed', error: ended.error, again }
}

// A ticket is valid once, and React may run an effect twice.
const redeemed = new Map<string, Promise<void>>()

function redeemOnce(ticket: string): Promise<void> {
  const under = redeemed.get(ticket) ?? redeem(ticket)
  redeemed.set(ticket, under)
  return under
}

async function redeem(ticket: string): Promise<void> {
  try {
    // The cookie binds the ticket to this browser. The token of an older session is not sent.
    const { data } = await sso.redeem({ body: { ticket }, headers: {} }, { withCookie: true, noToken: true })
    keepSession(data)
  } catch (error) {
    if (error instanceof Unreachable) redeemed.delete(ticket)
    throw error
  }
}
