/** Tokens from the URL that permit a sign-up: of the setup link and of an invitation. */
export type SignUpTokens = { setup?: string | undefined; invitation?: string | undefined }

/** The tokens as fields of a request body. */
export const toRequestBody = ({ setup, invitation }: SignUpTokens): { setup_token?: string; invitation?: string } => ({
  ...(setup && { setup_token: setup }),
  ...(invitation && { invitation }),
})

/** The tokens as query parameters. */
export const toQueryParameters = ({ setup, invitation }: SignUpTokens): { setup?: string; invitation?: string } => ({
  ...(setup && { setup }),
  ...(invitation && { invitation }),
})

/**
 * Who can sign up: `first` creates the first account of this server, `open` is for anyone, `invited` for a user with a valid
 * invitation. With `invite` (no valid invitation) and `closed` only sign-in is possible.
 */
export type SignUpMode = 'first' | 'open' | 'invited' | 'invite' | 'closed'

export function signUpModeOf(
  isSignUpAllowed: boolean,
  signUp: 'closed' | 'invite' | 'open',
  { invitation }: SignUpTokens,
): SignUpMode {
  if (isSignUpAllowed) return invitation ? 'invited' : 'open'
  return signUp === 'invite' ? 'invite' : 'closed'
}
