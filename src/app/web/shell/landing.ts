/** What the way back from an identity provider brought: a ticket for a session, or the word for why there is none. */
type Came = { ticket: string } | { trouble: string }

/** What stands after the # of /login, or null when it is nothing of the kind. `fromUrl`: the page that was wanted. */
export function readLanding(hash: string): { came: Came; fromUrl: string | undefined } | null {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const [ticket, trouble] = [said.get('ticket'), said.get('sso_error')]
  const fromUrl = said.get('from_url') ?? undefined
  if (ticket) return { came: { ticket }, fromUrl }
  return trouble ? { came: { trouble }, fromUrl } : null
}

/** In memory only: a reload has nothing left to redeem. */
export const keepLanding = (came: Came): void => void (kept = came)
export const recentLanding = (): Came | undefined => kept
/** It has done its work. */
export const forgetLanding = (): void => void (kept = undefined)

let kept: Came | undefined
