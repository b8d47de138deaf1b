import { readToken } from '#ui/token.ts'

/** Who is signed in in this browser, as the session itself says; null when nobody is. Sound is kept under this name. */
export function accountHere(): string | null {
  const claims = readToken()?.split('.')[1]
  if (!claims) return null
  try {
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown }
    return typeof sub === 'string' && sub !== '' ? sub : null
  } catch {
    return null
  }
}
