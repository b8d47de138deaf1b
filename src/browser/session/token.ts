import { STORAGE_KEYS, removeItem, getString, setItem } from '../storage/storage.ts'

/**
 * Returns the login token of this browser or undefined (A§9 `tokenstr`). It is stored for 15 days like every value (A§9); its
 * `exp` claim may be earlier (A§5).
 */
export const readToken = (): string | undefined => getString(STORAGE_KEYS.token) || undefined

export const saveToken = (token: string): void => setItem(STORAGE_KEYS.token, token)

export const clearToken = (): void => removeItem(STORAGE_KEYS.token)

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

/** Returns the id of the signed-in account, which is read from the token and therefore works offline. Undefined when signed out. */
export function currentAccountId(): string | undefined {
  const token = readToken()
  const subject = token && decodeTokenClaims(token)?.['sub']
  return typeof subject === 'string' && subject !== '' ? subject : undefined
}
