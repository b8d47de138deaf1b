/** A§8: the account belongs to another region; the server has moved. */
const REGION_LOCK = -10_000
const MIGRATE = -9999
const TEXT_MOST = 500
const BUTTON_MOST = 40
const LINK_MOST = 2000

/** A notice as an address has it (A§2). `text` is empty when none was given; `link` is as it was written, fit or not. */
export type AddressNotice = {
  kind: 'region-lock' | 'migrate' | 'other'
  code: number
  text: string
  confirm: string
  link: string
}

/** Reads a query that `noticeQuery` has found. Whoever writes a link to us writes these words: nothing in them is trusted. */
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

/** What this server says of itself that a link may lead to. */
export type Homes = { main_domain: string | null; main_site: string | null; help: string | null }

/**
 * The address the notice may lead to, or undefined: over https, nobody's name or password in it, and to this origin, to the main
 * domain or a host below it, or to the host of the main site or of the help.
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

/** One line of plain text: no control characters, none that turn the direction of writing, nothing half a character. */
function plain(text: string, most: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\n\r\t\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .trim()
  const letters = [...clean]
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : clean
}
