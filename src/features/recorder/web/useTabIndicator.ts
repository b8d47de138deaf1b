import { useEffect } from 'react'
import { setPageTitleMark } from '#browser/page/pageTitle.ts'

/** Shows in the browser tab that a recording is running, with a symbol before the title and another icon. */
export function useTabIndicator(status: 'running' | 'paused' | null): void {
  // The browser tab is the external system.
  useEffect(() => {
    if (status === null) return undefined
    setPageTitleMark('recording', status === 'running' ? '●' : '❚❚')
    const restoreIcon = status === 'running' ? setIcon('/recording.svg') : () => {}
    return () => {
      setPageTitleMark('recording', '')
      restoreIcon()
    }
  }, [status])
}

function setIcon(address: string): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const previousIcon = link?.getAttribute('href')
  if (!link || !previousIcon) return () => {}
  link.href = address
  return () => {
    link.href = previousIcon
  }
}
