import { basePathOf, paths } from '#kit/paths.ts'

/** What a notice has in the query of an address (A§2). */
const WORDS: readonly string[] = ['code', 'alert', 'confirm', 'link']
/** Where `code` is a word of somebody else's. */
const ELSEWHERE: readonly string[] = [paths.login(), paths.zapierAuth()]
const HERE = 'http://here.invalid'

/** The query of an address that asks for a notice (A§2), or undefined. A `code` that is part of an authorisation is none. */
export function noticeQuery(href: string): string | undefined {
  if (!/[?&]code=/.test(href) || !URL.canParse(href, HERE)) return undefined
  const { pathname, search, searchParams } = new URL(href, HERE)
  const path = pathname.slice(basePathOf(pathname).length).replace(/\/+$/, '')
  if (ELSEWHERE.includes(path) || searchParams.has('client_id') || searchParams.has('state')) return undefined
  return /^-?\d{1,6}$/.test(searchParams.get('code') ?? '') ? search : undefined
}

/** The address without the notice; everything else stays as it was written. */
export function withoutNotice(href: string): string {
  const [, path = '', query = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href) ?? []
  const kept = query
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && !WORDS.some((word) => new URLSearchParams(pair).has(word)))
  return `${path}${kept.length > 0 ? `?${kept.join('&')}` : ''}${hash}`
}
