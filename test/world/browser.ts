import { clientsOf } from './user.ts'

type Cookie = { value: string; attributes: string[] }
type Came = { url: string; form: string | null }

/** A browser for sign-in at identity providers. It stores cookies and returns where it would go next. */
export type Browser = ReturnType<typeof browser>

export function browser(url: string) {
  const jar = new Map<string, Cookie>()
  const header = (only: (cookie: Cookie) => boolean = () => true) =>
    [...jar].flatMap(([name, cookie]) => (only(cookie) ? [`${name}=${cookie.value}`] : [])).join('; ')
  const go = async (to: string, init: { method?: string; headers?: Record<string, string>; body?: string }, cookie: string) => {
    const headers = { ...init.headers, ...(cookie && { cookie }) }
    const response = await fetch(to, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keep(jar, line)
    return response
  }
  const follow = (response: Response) => new URL(response.headers.get('location') ?? 'nowhere:', url)

  const start = async (provider: string, query: Record<string, string> = {}) =>
    follow(await go(`${url}/api/auth/sso/${provider}/start?${new URLSearchParams(query)}`, {}, header())).href
  /** Sends a provider's redirect to our server. A form comes from another site, so only cookies with SameSite=None are sent. */
  const carry = async ({ url: to, form }: Came) => {
    if (form === null) return arrival(follow(await go(to, {}, header())))
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const crossSite = header(({ attributes }) => attributes.includes('samesite=none'))
    return arrival(follow(await go(to, { method: 'POST', headers, body: form }, crossSite)))
  }
  return {
    jar,
    start,
    carry,
    cookie: () => header(),
    /** The whole sign-in: start, `atProvider`, callback, and the session for the ticket. */
    signIn: async (provider: string, there: (authorizeUrl: string) => Promise<Came>, query: Record<string, string> = {}) => {
      const { ticket = '' } = await carry(await there(await start(provider, query)))
      const { data } = await clientsOf(url, {}).sso.redeem({ body: { ticket }, headers: { cookie: header() } })
      return data
    },
  }
}

/** Returns the final address and the parameters in its fragment. */
function arrival(to: URL): { page: string } & Record<string, string> {
  return { ...Object.fromEntries(new URLSearchParams(to.hash.slice(1))), page: to.pathname + to.search }
}

function keep(jar: Map<string, Cookie>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const [name = '', value = ''] = pair.split('=')
  jar.set(name, { value, attributes: attributes.map((attribute) => attribute.toLowerCase()) })
}
