import { basePathOf, paths } from '#shared/paths.ts'

/** The query parameters of a notice (A§2). */
const NOTICE_PARAMS: readonly string[] = ['code', 'alert', 'confirm', 'link']
/** Pages on which `code` is an authorization code. */
const AUTHORIZATION_PATHS: readonly string[] = [paths.login(), paths.zapierAuth()]
const BASE_URL = 'http://here.invalid'

/** Returns the query of a URL that requests a notice (A§2), or undefined. The `code` of an authorization does not count as one. */
export function getNoticeQuery(href: string): string | undefined {
  if (!/[?&]code=/.test(href) || !URL.canParse(href, BASE_URL)) return undefined
  const { pathname, search, searchParams } = new URL(href, BASE_URL)
  const path = pathname.slice(basePathOf(pathname).length).replace(/\/+$/, '')
  if (AUTHORIZATION_PATHS.includes(path) || searchParams.has('client_id') || searchParams.has('state')) return undefined
  return /^-?\d{1,6}$/.test(searchParams.get('code') ?? '') ? search : undefined
}

/** Removes the parameters of the notice from the URL. The rest is kept exactly as written. */
export function removeNoticeQuery(href: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? []
  const remaining = query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !NOTICE_PARAMS.some((param) => new URLSearchParams(pair).has(param)))
  return `${path}${remaining.length > 0 ? `?${remaining.join('&')}` : ''}${hash}`
}
