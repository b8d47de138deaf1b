import { useEffect, useRef, useState } from 'react'
import { now } from '#browser/timers/time.ts'
import { useInterval } from '#browser/timers/timerHooks.ts'
import type { PayPlatform } from '../contract.ts'
import { ASK_EVERY, CHECK_EVERY, type Code, fetchCode, type Order, readStatus } from './payment.ts'

/** What the square shows: the terms are not accepted, the code is being fetched, can be scanned, or cannot any more. */
export type PaymentState =
  | { readonly kind: 'terms' | 'loading' | 'paid' }
  | { readonly kind: 'open'; readonly code: Code }
  | { readonly kind: 'expired' | 'failed'; readonly code: Code }
  | { readonly kind: 'notCreated'; readonly error: unknown }

export type Payment = {
  readonly state: PaymentState
  /** Fetches a code, when the terms are accepted and for another channel. The server closes the earlier one. */
  readonly fetch: (platform: PayPlatform) => void
  /** Forgets the code. */
  readonly reset: () => void
}

/** Follows a QR code until it is paid or has expired (A§4). Everything ends with the dialog. */
export function usePayment(order: Order, onPaid: () => void): Payment {
  const [state, setState] = useState<PaymentState>({ kind: 'terms' })
  /** Numbers the codes, so that a late answer about an earlier one is not shown. */
  const attempt = useRef(0)
  useEffect(() => {
    const numbered = attempt
    return () => void numbered.current++
  }, [])
  const show = (code: Code): void => {
    const next = stateOf(code)
    setState(next)
    if (next.kind === 'paid') onPaid()
  }
  const fetch = async (platform: PayPlatform): Promise<void> => {
    const current = ++attempt.current
    setState({ kind: 'loading' })
    try {
      const code = await fetchCode(order, platform)
      if (current === attempt.current) show(code)
    } catch (error) {
      if (current === attempt.current) setState({ kind: 'notCreated', error })
    }
  }
  const open = state.kind === 'open' ? state.code : null
  const ask = async (code: Code): Promise<void> => {
    const current = attempt.current
    const status = await readStatus(order.product, code.id).catch(() => 'pending' as const)
    if (current === attempt.current && status !== 'pending' && status !== 'creating') show({ ...code, status })
  }
  // A payment of the last seconds may be known only some time after the code has expired.
  const asked = open ?? (state.kind === 'expired' ? state.code : null)
  useInterval(() => asked && void ask(asked), asked ? ASK_EVERY : null)
  const checkExpiry = () => {
    if (!open || now() < open.expiresAt) return
    setState({ kind: 'expired', code: open })
    void ask(open)
  }
  useInterval(checkExpiry, open ? CHECK_EVERY : null)
  const reset = () => {
    attempt.current++
    setState({ kind: 'terms' })
  }
  return { state, fetch: (platform) => void fetch(platform), reset }
}

function stateOf(code: Code): PaymentState {
  if (code.status === 'paid') return { kind: 'paid' }
  if (code.status === 'expired' || code.status === 'failed') return { kind: code.status, code }
  return code.status === 'pending' && code.text !== '' ? { kind: 'open', code } : { kind: 'notCreated', error: null }
}
