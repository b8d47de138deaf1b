/** The words of the address that open the door to a new account: of the setup link, of an invitation. */
export type DoorWords = { setup?: string | undefined; invitation?: string | undefined }

/** As the bodies of the calls bear them. */
export const inBody = ({ setup, invitation }: DoorWords): { setup_token?: string; invitation?: string } => ({
  ...(setup && { setup_token: setup }),
  ...(invitation && { invitation }),
})

/** As addresses bear them. */
export const inQuery = ({ setup, invitation }: DoorWords): { setup?: string; invitation?: string } => ({
  ...(setup && { setup }),
  ...(invitation && { invitation }),
})
