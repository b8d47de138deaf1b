import { NoExpiration, recall, store } from '#ui/storage.ts'
import { keepToken } from '#ui/token.ts'
import { keepDeviceToken } from './deviceTokens.ts'

/** The sign-in methods (`password`, `code` or a provider's id) and addresses used; empty when there is none (A§3). */
export type AuthState = {
  currentLoginType: string
  currentLoginAccount: string
  lastLoginType: string
  lastLoginAccount: string
}

/** The reply of every sign-in method that is stored in this browser. */
export type Session = { access_token: string; login_type: string; account: string; device_token?: string }

/** Stores the access token until its `exp` (A§9), the device token and the sign-in method. */
export function keepSession({ access_token, login_type, account, device_token }: Session): void {
  keepToken(access_token)
  if (device_token) keepDeviceToken(access_token, device_token)
  changeLogin(login_type, account)
}

/** Clears the current login and remembers its previous value (A§4 Logout). */
export const forgetLogin = (): void => changeLogin('', '')

/** Returns the login used last in this browser: the current one, else the previous one. Null when there is none. */
export function lastUsed(): { type: string; account: string } | null {
  const { currentLoginType, currentLoginAccount, lastLoginType, lastLoginAccount } = readAuthState()
  if (currentLoginType) return { type: currentLoginType, account: currentLoginAccount }
  return lastLoginType ? { type: lastLoginType, account: lastLoginAccount } : null
}

export function readAuthState(): AuthState {
  const kept = recall(KEY)
  if (typeof kept !== 'object' || kept === null) return { ...NOBODY }
  const of = (name: keyof AuthState) => {
    const value = (kept as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    currentLoginType: of('currentLoginType'),
    currentLoginAccount: of('currentLoginAccount'),
    lastLoginType: of('lastLoginType'),
    lastLoginAccount: of('lastLoginAccount'),
  }
}

const KEY = 'login'
const NOBODY: AuthState = { currentLoginType: '', currentLoginAccount: '', lastLoginType: '', lastLoginAccount: '' }

/** Remembers the previous type and account when they change (A§4). Empty values are not remembered. */
function changeLogin(type: string, account: string): void {
  const was = readAuthState()
  const remembers = (before: string, after: string, last: string) => (before !== '' && before !== after ? before : last)
  const next: AuthState = {
    currentLoginType: type,
    currentLoginAccount: account,
    lastLoginType: remembers(was.currentLoginType, type, was.lastLoginType),
    lastLoginAccount: remembers(was.currentLoginAccount, account, was.lastLoginAccount),
  }
  store(KEY, next, { lifetime: NoExpiration })
}
