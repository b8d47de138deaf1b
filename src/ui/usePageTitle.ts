import { useEffect } from 'react'
import { isolate } from './isolate.ts'

/** The title of the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = mark + (title === '' ? 'Earshot' : `${isolate(title)} · Earshot`)
  }, [title])
}

/** Puts something before the title of every page, for what goes on whichever page one is on; nothing takes it away again. */
export function markPageTitle(next: string): void {
  const { title } = document
  const plain = title.startsWith(mark) ? title.slice(mark.length) : title
  mark = next
  document.title = mark + plain
}

let mark = ''
