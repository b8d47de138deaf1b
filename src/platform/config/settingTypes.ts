import { z } from 'zod'
import { isLoopback } from '#platform/config/isLoopback.ts'

/** Kinds of settings. Each parses the text of an environment variable; its message completes the sentence `NAME must be …`. */

export const text = z.string().optional()

export function wholeNumber(min: number, max: number, description: string) {
  const message = `must be ${description}`
  return z.string().regex(/^\d+$/, message).transform(Number).pipe(z.number().min(min, message).max(max, message))
}

export const choice = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

/** A URL with one of these schemes, such as `https:`. */
export const address = (schemes: readonly string[], example: string) =>
  z.string().refine((value) => hasScheme(value, schemes), `must be an address such as ${example}`)

export const webAddress = (example: string) => address(['http:', 'https:'], example)

/** An https URL, or http on this machine, because credentials are sent there. */
export const safeAddress = (message: string) =>
  z.string().refine((value) => hasScheme(value, ['https:']) || (hasScheme(value, ['http:']) && isLoopback(value)), message)

export const withoutTrailingSlashes = (value: string): string => value.replace(/\/+$/, '')

function hasScheme(value: string, schemes: readonly string[]): boolean {
  return schemes.some((scheme) => value.startsWith(scheme)) && URL.canParse(value)
}
