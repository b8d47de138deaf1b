import { useEffect, useState } from 'react'

/**
 * Loads code when `trigger` is truthy and returns it, undefined until then. If loading fails, it stays undefined and is retried
 * when `trigger` changes. With `lazy` of React a failed import would replace the whole page.
 */
export function useLazyLoad<Loaded>(load: () => Promise<Loaded>, trigger: unknown): Loaded | undefined {
  const [loaded, setLoaded] = useState<{ part: Loaded }>()
  useEffect(() => {
    if (!trigger || loaded) return
    let isCurrent = true
    load().then(
      (part) => isCurrent && setLoaded({ part }),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [load, trigger, loaded])
  return loaded?.part
}
