/** An identity provider (OpenID Connect). `id` is part of URLs: `[a-z0-9-]{1,32}`. */
export type Provider = { readonly id: string; readonly name: string; readonly kind: 'google' | 'apple' | 'microsoft' | 'oidc' }

/** The state of a sign-in that is needed when the browser returns. Stored on the server. */
export type OidcState = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** The identity that a provider has verified. Its key is issuer and subject, never the e-mail address. */
export type ProviderIdentity = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** Whether the provider is trusted to have verified the address, so that it may be linked to an account with that address. */
  readonly emailTrusted: boolean
  readonly name: string | null
  /** Token to revoke when the connection is removed (Apple). Null when the provider issues none. */
  readonly refreshToken: string | null
}

/** `denied`: the user cancelled. `unreachable`: the provider did not respond. `refused`: its response is not valid. */
export class IdentityError extends Error {
  readonly kind: 'denied' | 'unreachable' | 'refused'
  constructor(kind: IdentityError['kind'], message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'IdentityError'
    this.kind = kind
  }
}

export type Identity = {
  readonly providers: readonly Provider[]
  /** Returns the URL to send the browser to. Rejects with IdentityError. */
  readonly begin: (providerId: string, options: { redirectUri: string }) => Promise<{ url: string; oidcState: OidcState }>
  /**
   * Verifies the response that the browser brings back: state, nonce, PKCE, issuer, audience, signature. `url` is the redirect
   * URI as called, with its query; `form` is the posted body of providers that post. Rejects with IdentityError.
   */
  readonly finish: (
    providerId: string,
    options: { url: string; form: string | null; oidcState: OidcState },
  ) => Promise<ProviderIdentity>
  /** Revokes a refresh token. Also resolves when the provider no longer knows it. */
  readonly revoke: (providerId: string, refreshToken: string) => Promise<void>
}
