import type OAuth2Server from '@node-oauth/oauth2-server'

/** Loaded when a program first comes: a server without one never reads it. */
export const loadOAuth = async (): Promise<typeof OAuth2Server> => (await import('@node-oauth/oauth2-server')).default

/** A refusal in the words of OAuth 2, for the program. */
export class OAuthTrouble extends Error {
  readonly error: string
  readonly httpStatus: number
  constructor(error: string, says: string, httpStatus = 400) {
    super(says)
    this.name = 'OAuthTrouble'
    this.error = error
    this.httpStatus = httpStatus
  }
}

/** @NOTE The library wraps whatever its model throws, a lost database too: that is not the program's affair and goes on as it was. */
export function troubleOf(error: unknown): OAuthTrouble {
  if (error instanceof OAuthTrouble) return error
  const { name, message, code, inner } = error as Partial<OAuth2Server.OAuthError> & { inner?: unknown }
  if (!(error instanceof Error) || typeof code !== 'number' || code >= 500 || !name) throw inner ?? error
  return new OAuthTrouble(name, message ?? name, code)
}

/** The registered program, as the library wants to see it. */
export const clientOf = ({ clientId, redirectUri }: { clientId: string; redirectUri: string }): OAuth2Server.Client => ({
  id: clientId,
  redirectUris: [redirectUri],
  grants: ['authorization_code', 'refresh_token'],
})

/** @NOTE The library asks the real clock. Whether something ran out is looked up by ours; to the library nothing ever does. */
export const NEVER = new Date(8.64e15)
