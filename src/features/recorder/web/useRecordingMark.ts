import { useEffect } from 'react'
import { markPageTitle } from '#ui/usePageTitle.ts'

/** In the browser's tab one sees that a recording runs: a mark before the title, and in the icon. */
export function useRecordingMark(standing: 'running' | 'paused' | null): void {
  // The browser's tab is the external system.
  useEffect(() => {
    if (standing === null) return undefined
    markPageTitle(standing === 'running' ? '● ' : '❚❚ ')
    const putBack = standing === 'running' ? changeIcon('/recording.svg') : () => {}
    return () => {
      markPageTitle('')
      putBack()
    }
  }, [standing])
}

function changeIcon(address: string): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const before = link?.getAttribute('href')
  if (!link || !before) return () => {}
  link.href = address
  return () => {
    link.href = before
  }
}
