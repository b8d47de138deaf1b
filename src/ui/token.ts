import { STORED, forget, recallText, store } from './storage.ts'

/**
 * Returns the login token of this browser or undefined (A§9 `tokenstr`). It is stored for 15 days like every value (A§9); its
 * `exp` claim may be earlier (A§5).
 */
export const readToken = (): string | undefined => recallText(STORED.token) || undefined

export const keepToken = (token: string): void => store(STORED.token, token)

export const forgetToken = (): void => forget(STORED.token)
