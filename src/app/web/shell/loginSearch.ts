/** The query of /login: where the user wanted to go (A§2), and the word of the link that sets up a new server. */
export type LoginSearch = { from_url?: string | undefined; setup?: string | undefined }

export function loginSearch({ from_url, setup }: Record<string, unknown>): LoginSearch {
  return { ...(typeof from_url === 'string' && { from_url }), ...(typeof setup === 'string' && setup !== '' && { setup }) }
}
