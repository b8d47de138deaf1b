/** The result of a sign-in at an identity provider: a ticket for a session, or the error code. */
type SsoResult = { ticket: string } | { trouble: string }

/** Parses the fragment of /login. Returns null if it holds no SSO result. `fromUrl` is the page the user requested. */
export function parseSsoResult(hash: string): { result: SsoResult; fromUrl: string | undefined } | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const [ticket, trouble] = [params.get('ticket'), params.get('sso_error')]
  const fromUrl = params.get('from_url') ?? undefined
  if (ticket) return { result: { ticket }, fromUrl }
  return trouble ? { result: { trouble }, fromUrl } : null
}

/** Kept in memory only, so that a reload does not redeem the ticket a second time. */
export const setSsoResult = (result: SsoResult): void => void (current = result)
export const getSsoResult = (): SsoResult | undefined => current
export const clearSsoResult = (): void => void (current = undefined)

let current: SsoResult | undefined
