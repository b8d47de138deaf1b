import { paths } from '#kit/paths.ts'

/**
 * The query of /login: where the user wanted to go (A§2), the words of the links that open the door (setup of a new server,
 * an invitation), and the desktop program that wants to be signed in (A§8).
 */
export type LoginSearch = {
  from_url?: string | undefined
  setup?: string | undefined
  invitation?: string | undefined
  client?: 'desktop' | undefined
  desktop_uuid?: string | undefined
}

export function loginSearch(query: Record<string, unknown>): LoginSearch {
  const word = (name: 'from_url' | 'setup' | 'invitation' | 'desktop_uuid') => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  return {
    ...word('from_url'),
    ...word('setup'),
    ...word('invitation'),
    ...(query['client'] === 'desktop' && { client: 'desktop' as const }),
    ...word('desktop_uuid'),
  }
}

/** The address of /login with that query. */
export const loginAddress = ({ from_url, setup, invitation, client, desktop_uuid }: LoginSearch): string =>
  paths.login({ fromUrl: from_url, setup, invitation, client, desktopUuid: desktop_uuid })
