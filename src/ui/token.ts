import { NoExpiration, STORED, forget, recallText, store } from './storage.ts'

/** The login token of this browser, or undefined (A§9 `tokenstr`). Its own `exp` claim says how long it counts (A§5). */
export const readToken = (): string | undefined => recallText(STORED.token) || undefined

export const keepToken = (token: string): void => store(STORED.token, token, { lifetime: NoExpiration })

export const forgetToken = (): void => forget(STORED.token)
