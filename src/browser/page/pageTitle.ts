import { useEffect } from 'react'
import { bidiIsolate } from '../i18n/bidiIsolate.ts'

/** Sources of prefixes for the titles of all pages, in this order. */
const MARKS = ['recording', 'ready'] as const

/** Sets the title of the page in the tab and the history of the browser. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = prefix + (title === '' ? 'Earshot' : `${bidiIsolate(title)} · Earshot`)
  }, [title])
}

/** Sets a prefix for the titles of all pages: `● (1) Home`. An empty string removes it. */
export function setPageTitleMark(name: (typeof MARKS)[number], mark: string): void {
  const { title } = document
  const titleWithoutMarks = title.startsWith(prefix) ? title.slice(prefix.length) : title
  marks.set(name, mark)
  prefix = MARKS.map((shown) => marks.get(shown))
    .filter(Boolean)
    .map((shown) => `${shown} `)
    .join('')
  document.title = prefix + titleWithoutMarks
}

const marks = new Map<string, string>()
let prefix = ''
