import { useEffect, useState } from 'react'

/**
 * A part of the page whose code comes when it is wanted: undefined until it is there. Where it does not come, nothing is shown
 * and it is asked for again when `wanted` changes; with `lazy` a failed request would take the whole page down.
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
