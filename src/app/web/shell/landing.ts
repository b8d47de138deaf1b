/** The result of a sign-in at an identity provider: a ticket for a session, or the error code. */
type Came = { ticket: string } | { trouble: string }

/** Parses the fragment of /login. Returns null if it holds no SSO result. `fromUrl` is the page the user requested. */
export function readLanding(hash: string): { came: Came; fromUrl: string | undefined } | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const [ticket, trouble] = [said.get('ticket'), said.get('sso_error')]
  const fromUrl = said.get('from_url') ?? undefined
  if (ticket) return { came: { ticket }, fromUrl }
  return trouble ? { came: { trouble }, fromUrl } : null
}

/** Kept in memory only, so that a reload does not redeem the ticket a second time. */
export const keepLanding = (came: Came): void => void (kept = came)
export const recentLanding = (): Came | undefined => kept
export const forgetLanding = (): void => void (kept = undefined)

let kept: Came | undefined
