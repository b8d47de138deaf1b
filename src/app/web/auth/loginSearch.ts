import { paths } from '#shared/paths.ts'

/**
 * The query of /login: the page the user requested (A§2), the token of a setup link or an invitation, and the parameters of the
 * desktop app (A§8).
 */
export type LoginSearch = {
  from_url?: string | undefined
  setup?: string | undefined
  invitation?: string | undefined
  client?: 'desktop' | undefined
  desktop_uuid?: string | undefined
}

export function parseLoginSearch(query: Record<string, unknown>): LoginSearch {
  const stringParam = (name: 'from_url' | 'setup' | 'invitation' | 'desktop_uuid') => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? { [name]: value } : {}
  }
  return {
    ...stringParam('from_url'),
    ...stringParam('setup'),
    ...stringParam('invitation'),
    ...(query['client'] === 'desktop' && { client: 'desktop' as const }),
    ...stringParam('desktop_uuid'),
  }
}

/** Returns the URL of /login with this query. */
export const loginUrl = ({ from_url, setup, invitation, client, desktop_uuid }: LoginSearch): string =>
  paths.login({ fromUrl: from_url, setup, invitation, client, desktopUuid: desktop_uuid })
