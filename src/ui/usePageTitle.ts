import { useEffect } from 'react'
import { isolate } from './isolate.ts'

/** The title of the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Earshot' : `${isolate(title)} · Earshot`
  }, [title])
}
