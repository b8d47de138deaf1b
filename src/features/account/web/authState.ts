import { NoExpiration, recall, store } from '#ui/storage.ts'
import { keepToken } from '#ui/token.ts'
import { keepDeviceToken } from './deviceTokens.ts'

/** How one signed in (`password`, `code` or a provider's id) and with which address; empty when nobody did (A§3). */
export type AuthState = {
  currentLoginType: string
  currentLoginAccount: string
  lastLoginType: string
  lastLoginAccount: string
}

/** What a session is kept by, as every way in answers it. */
export type Session = { access_token: string; login_type: string; account: string; device_token?: string }

/** Keeps the token for as long as its own `exp` says (A§9), and the way that led to it. */
export function keepSession({ access_token, login_type, account, device_token }: Session): void {
  keepToken(access_token)
  if (device_token) keepDeviceToken(access_token, device_token)
  changeLogin(login_type, account)
}

/** The saved login goes, with its previous value remembered (A§4 Logout). */
export const forgetLogin = (): void => changeLogin('', '')

/** The way used last in this browser: that of the session here, else the one before. Null when there was none. */
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

/** Type and account each remember their previous value when they change (A§4); nothing is no value to remember. */
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
