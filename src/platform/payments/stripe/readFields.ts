import { PaymentError } from '../payments.ts'

/** Returns the id of a reference, which Stripe sends as an id or as the object itself. */
export const idOf = (reference: string | { readonly id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** Returns a required value. Throws PaymentError when it is absent. */
export function required<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new PaymentError('invalid', `Stripe sent a record without ${name}.`)
  return value
}

/** Returns a value of an enum that Stripe may extend. Throws PaymentError for an unknown value. */
export function oneOf<T extends string>(known: readonly T[], value: string | null, name: string): T {
  const found = known.find((candidate) => candidate === value)
  if (found === undefined) throw new PaymentError('invalid', `Stripe sent an unknown ${name}: ${value}.`)
  return found
}

export const fromUnixSeconds = (time: number): Date => new Date(time * 1000)

export const toDateOrNull = (time: number | null): Date | null => (time === null ? null : fromUnixSeconds(time))
