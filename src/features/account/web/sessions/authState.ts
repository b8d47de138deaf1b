import { NO_EXPIRATION, getItem, setItem } from '#browser/storage/storage.ts'
import { saveToken, decodeTokenClaims } from '#browser/session/token.ts'
import { KNOWN_DEVICE_LIFETIME, KNOWN_DEVICES_MAX } from '../../rules.ts'

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
export function storeSession({ access_token, login_type, account, device_token }: Session): void {
  saveToken(access_token)
  if (device_token) storeDeviceToken(access_token, device_token)
  updateLogin(login_type, account)
}

/** Clears the current login and remembers its previous value (A§4 Logout). */
export const clearLogin = (): void => updateLogin('', '')

/** Returns the login used last in this browser: the current one, else the previous one. Null when there is none. */
export function readLastLogin(): { type: string; account: string } | null {
  const { currentLoginType, currentLoginAccount, lastLoginType, lastLoginAccount } = readAuthState()
  if (currentLoginType) return { type: currentLoginType, account: currentLoginAccount }
  return lastLoginType ? { type: lastLoginType, account: lastLoginAccount } : null
}

export function readAuthState(): AuthState {
  const stored = getItem(LOGIN_KEY)
  if (typeof stored !== 'object' || stored === null) return { ...NO_LOGIN }
  const stringOf = (name: keyof AuthState) => {
    const value = (stored as Record<string, unknown>)[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    currentLoginType: stringOf('currentLoginType'),
    currentLoginAccount: stringOf('currentLoginAccount'),
    lastLoginType: stringOf('lastLoginType'),
    lastLoginAccount: stringOf('lastLoginAccount'),
  }
}

const LOGIN_KEY = 'login'
const NO_LOGIN: AuthState = { currentLoginType: '', currentLoginAccount: '', lastLoginType: '', lastLoginAccount: '' }

/** Remembers the previous type and account when they change (A§4). Empty values are not remembered. */
function updateLogin(type: string, account: string): void {
  const previous = readAuthState()
  const previousValue = (before: string, after: string, last: string) => (before !== '' && before !== after ? before : last)
  const next: AuthState = {
    currentLoginType: type,
    currentLoginAccount: account,
    lastLoginType: previousValue(previous.currentLoginType, type, previous.lastLoginType),
    lastLoginAccount: previousValue(previous.currentLoginAccount, account, previous.lastLoginAccount),
  }
  setItem(LOGIN_KEY, next, { lifetime: NO_EXPIRATION })
}

/** One token per account, the latest sign-in first. They stay after signing out, because the next sign-in needs them. */
type StoredTokens = { user: string; token: string }[]

const DEVICE_TOKENS_KEY = 'known_devices'

/** The device tokens to send with a sign-in. The server finds the one of the account. */
export const readDeviceTokens = (): string[] => readStoredTokens().map(({ token }) => token)

/** Stores the device token of a sign-in and replaces the previous one of the same account. */
export function storeDeviceToken(accessToken: string, token: string): void {
  const user = String(decodeTokenClaims(accessToken)?.['sub'] ?? '')
  const others = readStoredTokens().filter((entry) => entry.user !== user)
  setItem(DEVICE_TOKENS_KEY, [{ user, token }, ...others].slice(0, KNOWN_DEVICES_MAX), { lifetime: KNOWN_DEVICE_LIFETIME })
}

function readStoredTokens(): StoredTokens {
  const value = getItem(DEVICE_TOKENS_KEY)
  return Array.isArray(value) ? value.filter(isStoredToken) : []
}

const isStoredToken = (entry: unknown): entry is StoredTokens[number] =>
  typeof entry === 'object' && entry !== null && 'user' in entry && 'token' in entry && typeof entry.token === 'string'
