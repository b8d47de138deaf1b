import { timingSafeEqual } from 'node:crypto'
import { minutes } from '#kit/units.ts'
import type { Provider } from '#platform/identity/identity.ts'
import { hashOfWord, oneTimeWord } from '#platform/oneTimeWord.ts'

/** Longer than the OIDC state and the ticket together. */
const LASTS = minutes(15)

/**
 * The cookie that binds a sign-in with a provider to one browser. All tabs of a browser share its value, so several sign-ins can
 * run at once. A provider that uses `form_post` sends a cross-site request, which needs a `SameSite=None` cookie.
 *
 * @NOTE Browsers accept the prefix `__Host-` over https only, even where they accept `Secure` on loopback.
 */
export function browserCookie(
  header: string | undefined,
  { publicUrl, kind }: { publicUrl: string; kind: Provider['kind'] },
): { hash: Buffer; setCookie: string } {
  const posts = kind === 'apple'
  const isHttps = publicUrl.startsWith('https:')
  const name = `${isHttps ? '__Host-' : ''}${posts ? POSTED : LED}`
  const value = valuesOf(header, [name])[0] ?? oneTimeWord().word
  const secure = isHttps || (posts && LOOPBACK.test(publicUrl)) ? ['Secure'] : []
  const sameSite = posts && secure.length > 0 ? 'None' : 'Lax'
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${LASTS / 1000}`, 'HttpOnly', ...secure, `SameSite=${sameSite}`]
  return { hash: hashOfWord(value), setCookie: parts.join('; ') }
}

/** True if the Cookie header contains the value that the stored hash was made from. */
export function isSameBrowser(header: string | undefined, publicUrl: string, kept: Buffer | null): boolean {
  if (!kept) return false
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : ''
  return valuesOf(header, [prefix + LED, prefix + POSTED]).some((value) => {
    const hash = hashOfWord(value)
    return hash.length === kept.length && timingSafeEqual(hash, kept)
  })
}

const LED = 'earshot_sso'
const POSTED = 'earshot_sso_post'
const LOOPBACK = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/

/** Returns the values of the named cookies that have the format this server sets. */
function valuesOf(header: string | undefined, names: readonly string[]): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=')
    return names.includes(name) && /^[A-Za-z0-9_-]{43}$/.test(value) ? [value] : []
  })
}
