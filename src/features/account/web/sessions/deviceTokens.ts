import { getItem, setItem } from '#browser/storage/storage.ts'
import { decodeTokenClaims } from '#browser/session/token.ts'
import { KNOWN_DEVICE_LIFETIME, KNOWN_DEVICES_MAX } from '../../rules.ts'

/** One token per account, the latest sign-in first. They stay after signing out, because the next sign-in needs them. */
type StoredTokens = { user: string; token: string }[]

const KEY = 'known_devices'

/** The device tokens to send with a sign-in. The server finds the one of the account. */
export const readDeviceTokens = (): string[] => readStored().map(({ token }) => token)

/** Stores the device token of a sign-in and replaces the previous one of the same account. */
export function storeDeviceToken(accessToken: string, token: string): void {
  const user = String(decodeTokenClaims(accessToken)?.['sub'] ?? '')
  const others = readStored().filter((entry) => entry.user !== user)
  setItem(KEY, [{ user, token }, ...others].slice(0, KNOWN_DEVICES_MAX), { lifetime: KNOWN_DEVICE_LIFETIME })
}

function readStored(): StoredTokens {
  const value = getItem(KEY)
  return Array.isArray(value) ? value.filter(isStoredToken) : []
}

const isStoredToken = (entry: unknown): entry is StoredTokens[number] =>
  typeof entry === 'object' && entry !== null && 'user' in entry && 'token' in entry && typeof entry.token === 'string'
