/**
 * Returns the claims of a JWT, or undefined when it is malformed. The signature is not verified; the server checks every call.
 */
export function decodeTokenClaims(token: string): Record<string, unknown> | undefined {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
