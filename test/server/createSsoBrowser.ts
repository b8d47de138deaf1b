import { createClients } from './user.ts'

type Cookie = { value: string; attributes: string[] }
type ProviderRedirect = { url: string; form: string | null }

/** A browser for signing in at identity providers. It stores cookies and returns the next URL. */
export type SsoBrowser = ReturnType<typeof createSsoBrowser>

export function createSsoBrowser(url: string) {
  const cookies = new Map<string, Cookie>()
  const cookieHeader = (filter: (cookie: Cookie) => boolean = () => true) =>
    [...cookies].flatMap(([name, cookie]) => (filter(cookie) ? [`${name}=${cookie.value}`] : [])).join('; ')
  const request = async (
    target: string,
    init: { method?: string; headers?: Record<string, string>; body?: string },
    cookie: string,
  ) => {
    const headers = { ...init.headers, ...(cookie && { cookie }) }
    const response = await fetch(target, { ...init, headers, redirect: 'manual' })
    for (const setCookie of response.headers.getSetCookie()) storeCookie(cookies, setCookie)
    return response
  }
  const redirectTarget = (response: Response) => new URL(response.headers.get('location') ?? 'nowhere:', url)

  const startSignIn = async (provider: string, query: Record<string, string> = {}) =>
    redirectTarget(await request(`${url}/api/auth/sso/${provider}/start?${new URLSearchParams(query)}`, {}, cookieHeader())).href
  /** Sends a provider's redirect to our server. A form comes from another site, so only cookies with SameSite=None are sent. */
  const followProviderRedirect = async ({ url, form }: ProviderRedirect) => {
    if (form === null) return parseArrival(redirectTarget(await request(url, {}, cookieHeader())))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const crossSite = cookieHeader(({ attributes }) => attributes.includes('samesite=none'))
    return parseArrival(redirectTarget(await request(url, { method: 'POST', headers, body: form }, crossSite)))
  }
  return {
    cookies,
    startSignIn,
    followProviderRedirect,
    cookie: () => cookieHeader(),
    /** The whole sign-in: start, `atProvider`, callback, and the session for the ticket. */
    signIn: async (
      provider: string,
      atProvider: (authorizeUrl: string) => Promise<ProviderRedirect>,
      query: Record<string, string> = {},
    ) => {
      const { ticket = '' } = await followProviderRedirect(await atProvider(await startSignIn(provider, query)))
      const { data } = await createClients(url, {}).sso.redeem({ body: { ticket }, headers: { cookie: cookieHeader() } })
      return data
    },
  }
}

/** Returns the final URL and the parameters in its fragment. */
function parseArrival(to: URL): { page: string } & Record<string, string> {
  return { ...Object.fromEntries(new URLSearchParams(to.hash.slice(1))), page: to.pathname + to.search }
}

function storeCookie(cookies: Map<string, Cookie>, setCookie: string): void {
  const [nameAndValue = '', ...attributes] = setCookie.split(';').map((part) => part.trim())
  const [name = '', value = ''] = nameAndValue.split('=')
  cookies.set(name, { value, attributes: attributes.map((attribute) => attribute.toLowerCase()) })
}
