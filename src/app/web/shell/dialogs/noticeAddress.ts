import { basePathOf, paths } from '#kit/paths.ts'

/** The query parameters of a notice (A§2). */
const WORDS: readonly string[] = ['code', 'alert', 'confirm', 'link']
/** Pages where `code` is the code of an authorization. */
const ELSEWHERE: readonly string[] = [paths.login(), paths.zapierAuth()]
const HERE = 'http://here.invalid'

/** Returns the query of a URL that requests a notice (A§2), or undefined. The `code` of an authorization does not count. */
export function noticeQuery(href: string): string | undefined {
  if (!/[?&]code=/.test(href) || !URL.canParse(href, HERE)) return undefined
  const { pathname, search, searchParams } = new URL(href, HERE)
  const path = pathname.slice(basePathOf(pathname).length).replace(/\/+$/, '')
  if (ELSEWHERE.includes(path) || searchParams.has('client_id') || searchParams.has('state')) return undefined
  return /^-?\d{1,6}$/.test(searchParams.get('code') ?? '') ? search : undefined
}

/** Removes the parameters of the notice from the URL. The rest keeps its exact spelling. */
export function withoutNotice(href: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? []
  const kept = query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !WORDS.some((word) => new URLSearchParams(pair).has(word)))
  return `${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}${hash}`
}
