import { useEffect, useState } from 'react'

/**
 * Loads code when `trigger` is truthy and returns it, undefined until then. If loading fails, it stays undefined and is retried
 * when `trigger` changes. With `lazy` of React a failed import would replace the whole page.
 */
export function useLoaded<Part>(load: () => Promise<Part>, wanted: unknown): Part | undefined {
  const [loaded, setLoaded] = useState<{ part: Part }>()
  useEffect(() => {
    if (!wanted || loaded) return
    let stillWanted = true
    load().then(
      (part) => stillWanted && setLoaded({ part }),
      () => {},
    )
    return () => {
      stillWanted = false
    }
  }, [load, wanted, loaded])
  return loaded?.part
}
