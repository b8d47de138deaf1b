import { useEffect } from 'react'
import { isolate } from './isolate.ts'

/** Sets the title of the page in the tab and the history of the browser. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = mark + (title === '' ? 'Earshot' : `${isolate(title)} · Earshot`)
  }, [title])
}

/** Sets a prefix for the titles of all pages, for work that continues across pages. An empty string removes it. */
export function markPageTitle(next: string): void {
  const { title } = document
  const plain = title.startsWith(mark) ? title.slice(mark.length) : title
  mark = next
  document.title = mark + plain
}

let mark = ''
