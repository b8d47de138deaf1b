/** Somebody else who says who people are (OpenID Connect). `id` is part of addresses: `[a-z0-9-]{1,32}`. */
export type Provider = { readonly id: string; readonly name: string; readonly kind: 'google' | 'apple' | 'microsoft' | 'oidc' }

/** What must be known again when the browser comes back; kept on the server. */
export type Journey = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** Who somebody is, as a provider has proved. The key is issuer and subject, never the address. */
export type Claimed = {
  readonly issuer: string
  readonly subject: string
  readonly email: string | null
  /** The provider may be believed about the address: it may lead to an account that has proved the same address. */
  readonly emailTrusted: boolean
  readonly name: string | null
  /** What the provider wants back when the tie is cut (Apple); null when it gives none. */
  readonly refreshToken: string | null
}

/** `denied`: the person said no. `unreachable`: the provider did not answer. `refused`: its answer does not hold. */
export class IdentityError extends Error {
  readonly kind: 'denied' | 'unreachable' | 'refused'
  constructor(kind: IdentityError['kind'], says: string, cause?: unknown) {
    super(says, { cause })
    this.name = 'IdentityError'
    this.kind = kind
  }
}

export type Identity = {
  readonly providers: readonly Provider[]
  /** Where to send the browser. Rejects with IdentityError. */
  readonly begin: (providerId: string, o: { redirectUri: string }) => Promise<{ url: string; journey: Journey }>
  /**
   * Judges what the browser brought back: state, nonce, PKCE, issuer, audience, signature. `url` is the redirect URI as called,
   * with its query; `form` the posted body, for providers that post. Rejects with IdentityError.
   */
  readonly finish: (providerId: string, o: { url: string; form: string | null; journey: Journey }) => Promise<Claimed>
  /** Gives a refresh token back. Resolves also when the provider no longer knows it. */
  readonly revoke: (providerId: string, refreshToken: string) => Promise<void>
}
