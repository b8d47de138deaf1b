/**
 * Follows a provider's redirects like a browser, with cookies, and submits `form` on its page. Returns the first redirect that
 * leaves the provider.
 */
export async function followRedirects(authorizeUrl: string, answer: Record<string, string>): Promise<ProviderRedirect> {
  const { origin } = new URL(authorizeUrl)
  const cookies = new Map<string, string>()
  let body: URLSearchParams | null = null
  let url = authorizeUrl
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response: Response = await fetch(url, { method: body ? 'POST' : 'GET', body, headers: { cookie }, redirect: 'manual' })
    for (const setCookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? []
      cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (!location && response.status !== 200)
      throw new Error(`the provider returned ${response.status}: ${(await response.text()).slice(0, 300)}`)
    body = location ? null : new URLSearchParams(answer)
    url = new URL(location ?? url, url).href
    if (new URL(url).origin !== origin) return { url, form: null }
  }
  throw new Error('the provider redirects in circles')
}

/** The redirect that the browser receives from a provider: a request to `url`, or a POST of `form` when it is not null. */
export type ProviderRedirect = { readonly url: string; readonly form: string | null }
