import { useEffect } from 'react'
import { markPageTitle } from '#ui/usePageTitle.ts'

/** Shows in the browser tab that a recording is running, with a symbol before the title and another icon. */
export function useRecordingMark(standing: 'running' | 'paused' | null): void {
  // The browser tab is the external system.
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
