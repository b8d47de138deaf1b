import { hours } from '#shared/units.ts'
import { PaymentError } from '../payments.ts'

/** Returns the local time in China without its zone: `2026-11-28T20:00:00`. */
export const toShanghaiTime = (time: Date): string => new Date(time.getTime() + hours(8)).toISOString().slice(0, 19)

/** Maps a state of a channel to ours. Throws PaymentError `unavailable` for an unknown one. */
export function readState<State>(channel: string, states: Readonly<Record<string, State>>, state: unknown): State {
  const known = states[String(state)]
  if (known === undefined) throw new PaymentError('unavailable', `${channel} sent an unknown state: ${String(state)}`)
  return known
}

/** The error for a notification whose signature is invalid. */
export const unsigned = (message: string): PaymentError => new PaymentError('signature', message)
