/** The codes of A§8: the account belongs to another region, and the server has moved. */
const REGION_LOCK = -10_000
const MIGRATE = -9999
const MAX_TEXT_LENGTH = 500
const MAX_BUTTON_LENGTH = 40
const MAX_LINK_LENGTH = 2000

/** A notice from a URL (A§2). `text` is empty if none was given. `link` is not validated. */
export type UrlNotice = {
  kind: 'region-lock' | 'migrate' | 'other'
  code: number
  text: string
  confirm: string
  link: string
}

/** Parses a query that `getNoticeQuery` has returned. Anyone can write such a URL, so none of its values are trusted. */
export function parseUrlNotice(query: string): UrlNotice {
  const params = new URLSearchParams(query)
  const code = Number(params.get('code'))
  return {
    kind: code === REGION_LOCK ? 'region-lock' : code === MIGRATE ? 'migrate' : 'other',
    code,
    text: toPlainLine(params.get('alert') ?? '', MAX_TEXT_LENGTH),
    confirm: toPlainLine(params.get('confirm') ?? '', MAX_BUTTON_LENGTH),
    link: (params.get('link') ?? '').slice(0, MAX_LINK_LENGTH + 1),
  }
}

/** The domains and URLs of this server that a notice may link to. */
export type TrustedHosts = { main_domain: string | null; main_site: string | null; help: string | null }

/**
 * Returns the URL of the link if the notice may open it, else undefined. It must be https without user name or password, and
 * lead to this origin, to the main domain or a subdomain, or to the host of the main site or the help centre.
 */
export function getTrustedLink(
  link: string,
  { origin, trusted }: { origin: string; trusted: TrustedHosts | undefined },
): URL | undefined {
  if (link.length > MAX_LINK_LENGTH || !URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.protocol !== 'https:' || url.username || url.password) return undefined
  if (url.origin === origin) return url
  const domain = trusted?.main_domain ?? undefined
  const isMainDomain = domain !== undefined && !url.port && (url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  const isKnownHost = [trusted?.main_site, trusted?.help].some(
    (knownUrl) => knownUrl && URL.canParse(knownUrl) && new URL(knownUrl).host === url.host,
  )
  return isMainDomain || isKnownHost ? url : undefined
}

/** Returns one line without control characters, bidirectional controls and lone surrogates, of at most `maxLength` characters. */
function toPlainLine(text: string, maxLength: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\n\r\t\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
  const characters = [...clean]
  return characters.length > maxLength ? `${characters.slice(0, maxLength - 1).join('')}…` : clean
}
