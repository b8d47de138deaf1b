import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Unreachable, wasRefused } from '#kit/client.ts'
import { sso } from './account.ts'
import { keepSession } from './authState.ts'

/** What the way back from an identity provider brought: a ticket for a session, or the word for why there is none. */
export type Landing = { ticket: string } | { trouble: string }

export type Arrived =
  | { state: 'none' }
  | { state: 'arriving' }
  /** The provider or our server said no. */
  | { state: 'refused'; trouble: string }
  /** Nobody answered, or nobody readably: the ticket may still count. */
  | { state: 'failed'; error: unknown; again: () => void }

/** Trades the ticket for a session, once, and tells `onSignedIn`. A ticket that was used or is too old is `ticket_gone`. */
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
        // What was asked for the one who was here before is not for the one who comes.
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

// A ticket counts once, and an effect may run twice.
const redeemed = new Map<string, Promise<void>>()

function redeemOnce(ticket: string): Promise<void> {
  const under = redeemed.get(ticket) ?? redeem(ticket)
  redeemed.set(ticket, under)
  return under
}

async function redeem(ticket: string): Promise<void> {
  try {
    // The cookie is what binds the ticket to this browser; an older session has no say in it.
    const { data } = await sso.redeem({ body: { ticket }, headers: {} }, { withCookie: true, noToken: true })
    keepSession(data)
  } catch (error) {
    if (error instanceof Unreachable) redeemed.delete(ticket)
    throw error
  }
}
