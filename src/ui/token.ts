import { STORED, forget, recallText, store } from './storage.ts'

/**
 * The login token of this browser, or undefined (A§9 `tokenstr`). Kept for 15 days as everything is (A§9); its own `exp` claim
 * may say that it counts for less (A§5).
 */
export const readToken = (): string | undefined => recallText(STORED.token) || undefined

export const keepToken = (token: string): void => store(STORED.token, token)

export const forgetToken = (): void => forget(STORED.token)
