import { listen } from '#browser/events/listen.ts'
import type { Stop } from '#browser/timers/time.ts'

/**
 * Listens for chunks that could not be loaded (A§8) and explains the reason in a toast. The error is not prevented, so the
 * component that requested the chunk shows it as well.
 */
export function listenForPreloadErrors(): Stop {
  let isExplaining = false
  return listen(window, 'vite:preloadError', () => {
    // The chunk with the explanation may itself be missing.
    if (isExplaining) return
    isExplaining = true
    void explain().finally(() => {
      isExplaining = false
    })
  })
}

const explain = () =>
  import('./explainMissingChunk.ts').then(
    ({ explainMissingChunk }) => explainMissingChunk(),
    () => {},
  )
