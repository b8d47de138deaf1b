import { minutes } from '#shared/units.ts'
import type { Provider } from '#platform/identity/identity.ts'
import { equalInConstantTime, hashToken, oneTimeToken } from '#platform/crypto/hashes.ts'

/** Longer than the OIDC state and the ticket together. */
const COOKIE_LIFETIME = minutes(15)

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
  const usesFormPost = kind === 'apple'
  const isHttps = publicUrl.startsWith('https:')
  const name = `${isHttps ? '__Host-' : ''}${usesFormPost ? FORM_POST_COOKIE_NAME : COOKIE_NAME}`
  const value = cookieValues(header, [name])[0] ?? oneTimeToken().token
  const secure = isHttps || (usesFormPost && LOOPBACK.test(publicUrl)) ? ['Secure'] : []
  const sameSite = usesFormPost && secure.length > 0 ? 'None' : 'Lax'
  const parts = [`${name}=${value}`, 'Path=/', `Max-Age=${COOKIE_LIFETIME / 1000}`, 'HttpOnly', ...secure, `SameSite=${sameSite}`]
  return { hash: hashToken(value), setCookie: parts.join('; ') }
}

/** Returns whether the Cookie header contains the value whose hash was stored. */
export function isSameBrowser(header: string | undefined, publicUrl: string, expectedHash: Buffer | null): boolean {
  if (!expectedHash) return false
  const prefix = publicUrl.startsWith('https:') ? '__Host-' : ''
  const values = cookieValues(header, [prefix + COOKIE_NAME, prefix + FORM_POST_COOKIE_NAME])
  return values.some((value) => equalInConstantTime(hashToken(value), expectedHash))
}

const COOKIE_NAME = 'earshot_sso'
const FORM_POST_COOKIE_NAME = 'earshot_sso_post'
const LOOPBACK = /^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$)/

/** Returns the values of the named cookies that have the format this server sets. */
function cookieValues(header: string | undefined, names: readonly string[]): string[] {
  return (header ?? '').split(';').flatMap((pair) => {
    const [name = '', value = ''] = pair.trim().split('=')
    return names.includes(name) && /^[A-Za-z0-9_-]{43}$/.test(value) ? [value] : []
  })
}
