import { useEffect } from 'react'

/** The title of the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Earshot' : `${title} · Earshot`
  }, [title])
}
