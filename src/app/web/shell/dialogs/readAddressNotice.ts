/** The codes of A§8: the account belongs to another region, and the server has moved. */
const REGION_LOCK = -10_000
const MIGRATE = -9999
const TEXT_MOST = 500
const BUTTON_MOST = 40
const LINK_MOST = 2000

/** A notice from a URL (A§2). `text` is empty if none was given. `link` is not validated. */
export type AddressNotice = {
  kind: 'region-lock' | 'migrate' | 'other'
  code: number
  text: string
  confirm: string
  link: string
}

/** Parses a query that `getNoticeQuery` has returned. Anyone can write such a URL, so none of its values are trusted. */
export function readAddressNotice(query: string): AddressNotice {
  const said = new URLSearchParams(query)
  const code = Number(said.get('code'))
  return {
    kind: code === REGION_LOCK ? 'region-lock' : code === MIGRATE ? 'migrate' : 'other',
    code,
    text: plain(said.get('alert') ?? '', TEXT_MOST),
    confirm: plain(said.get('confirm') ?? '', BUTTON_MOST),
    link: (said.get('link') ?? '').slice(0, LINK_MOST + 1),
  }
}

/** The domains and URLs of this server that a notice may link to. */
export type Homes = { main_domain: string | null; main_site: string | null; help: string | null }

/**
 * Returns the URL of the link if the notice may open it, else undefined. It must be https without user name or password, and
 * lead to this origin, to the main domain or a subdomain, or to the host of the main site or the help centre.
 */
export function noticeLink(link: string, { origin, homes }: { origin: string; homes: Homes | undefined }): URL | undefined {
  if (link.length > LINK_MOST || !URL.canParse(link)) return undefined
  const url = new URL(link)
  if (url.protocol !== 'https:' || url.username || url.password) return undefined
  if (url.origin === origin) return url
  const domain = homes?.main_domain ?? undefined
  const isBelow = domain !== undefined && !url.port && (url.hostname === domain || url.hostname.endsWith(`.${domain}`))
  const isKnown = [homes?.main_site, homes?.help].some(
    (known) => known && URL.canParse(known) && new URL(known).host === url.host,
  )
  return isBelow || isKnown ? url : undefined
}

/** Returns one line without control characters, bidirectional controls and lone surrogates, of at most `maxLength` characters. */
function plain(text: string, most: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\n\r\t\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
  const letters = [...clean]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : clean
}
