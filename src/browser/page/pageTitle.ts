import { useEffect } from 'react'
import { bidiIsolate } from '../i18n/bidiIsolate.ts'

/** Sets the title of the page in the tab and the history of the browser. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = titlePrefix + (title === '' ? 'Earshot' : `${bidiIsolate(title)} · Earshot`)
  }, [title])
}

/** Sets a prefix for the titles of all pages, for work that continues across pages. An empty string removes it. */
export function setPageTitlePrefix(prefix: string): void {
  const { title } = document
  const titleWithoutPrefix = title.startsWith(titlePrefix) ? title.slice(titlePrefix.length) : title
  titlePrefix = prefix
  document.title = titlePrefix + titleWithoutPrefix
}

let titlePrefix = ''
