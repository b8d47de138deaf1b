import { STORAGE_KEYS, removeItem, getString, setItem } from './storage.ts'

/**
 * Returns the login token of this browser or undefined (A§9 `tokenstr`). It is stored for 15 days like every value (A§9); its
 * `exp` claim may be earlier (A§5).
 */
export const readToken = (): string | undefined => getString(STORAGE_KEYS.token) || undefined

export const saveToken = (token: string): void => setItem(STORAGE_KEYS.token, token)

export const clearToken = (): void => removeItem(STORAGE_KEYS.token)
