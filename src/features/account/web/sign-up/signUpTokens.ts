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
