import { recall, store } from '#ui/storage.ts'
import { tokenClaims } from '#ui/tokenClaims.ts'
import { KNOWN_DEVICE_FOR, KNOWN_DEVICES_MAX } from '../rules.ts'

/** By account, the one that signed in last first. They stay after signing out: the next sign-in is what they are for. */
type Kept = { user: string; token: string }[]

const KEY = 'known_devices'

/** What this browser shows when somebody signs in: the server finds the one of that account, if there is one. */
export const deviceTokens = (): string[] => kept().map(({ token }) => token)

/** Keeps what a sign-in gave this browser, in the place of what it gave the same account before. */
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
