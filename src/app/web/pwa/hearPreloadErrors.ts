import { listen } from '#ui/listen.ts'
import type { Stop } from '#ui/time.ts'

/**
 * Hears of parts of the page that could not be loaded (A§8), from the very beginning. The error is not held up: it goes on to
 * whoever asked for the part and says so there; what became of the part is explained beside.
 */
export function hearPreloadErrors(): Stop {
  let isAsking = false
  return listen(window, 'vite:preloadError', () => {
    // The explanation may itself be such a part.
    if (isAsking) return
    isAsking = true
    void explain().finally(() => {
      isAsking = false
    })
  })
}

const explain = () =>
  import('./explainMissingPart.ts').then(
    ({ explainMissingPart }) => explainMissingPart(),
    () => {},
  )
