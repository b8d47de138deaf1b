/** Tokens from the URL that permit a sign-up: of the setup link and of an invitation. */
export type DoorWords = { setup?: string | undefined; invitation?: string | undefined }

/** The tokens as fields of a request body. */
export const inBody = ({ setup, invitation }: DoorWords): { setup_token?: string; invitation?: string } => ({
  ...(setup && { setup_token: setup }),
  ...(invitation && { invitation }),
})

/** The tokens as query parameters. */
export const inQuery = ({ setup, invitation }: DoorWords): { setup?: string; invitation?: string } => ({
  ...(setup && { setup }),
  ...(invitation && { invitation }),
})
