import { recall, store } from '#ui/storage.ts'
import { tokenClaims } from '#ui/tokenClaims.ts'
import { KNOWN_DEVICE_FOR, KNOWN_DEVICES_MAX } from '../rules.ts'

/** One token per account, the latest sign-in first. They stay after signing out, because the next sign-in needs them. */
type Kept = { user: string; token: string }[]

const KEY = 'known_devices'

/** The device tokens to send with a sign-in. The server finds the one of the account. */
export const deviceTokens = (): string[] => kept().map(({ token }) => token)

/** Stores the device token of a sign-in and replaces the previous one of the same account. */
export function keepDeviceToken(accessToken: string, token: string): void {
  const user = String(tokenClaims(accessToken)?.['sub'] ?? '')
  const others = kept().filter((one) => one.user !== user)
  store(KEY, [{ user, token }, ...others].slice(0, KNOWN_DEVICES_MAX), { lifetime: KNOWN_DEVICE_FOR })
}

function kept(): Kept {
  const value = recall(KEY)
  return Array.isArray(value) ? value.filter(isKept) : []
}

const isKept = (one: unknown): one is Kept[number] =>
  typeof one === 'object' && one !== null && 'user' in one && 'token' in one && typeof one.token === 'string'
