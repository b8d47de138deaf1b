import { useCallback, useEffect, useState } from 'react'
import { Unreachable } from '#shared/client.ts'

/** Code that is loaded once, when it is first needed. After a failure, the next `load` tries again. */
export type LazyCode<Loaded> = {
  readonly load: () => Promise<Loaded>
  /** The same, to be ready sooner. Never rejects. */
  readonly preload: () => Promise<void>
  /** Undefined until the code is loaded. */
  readonly loaded: () => Loaded | undefined
}

/** `load` of the result rejects with Unreachable. With messages: `lazyCode(withNamespace('site', async () => …))`. */
export function lazyCode<Loaded>(importCode: () => Promise<Loaded>): LazyCode<Loaded> {
  let code: Loaded | undefined
  let loading: Promise<Loaded> | undefined
  const load = () =>
    (loading ??= importCode().then(
      (imported) => (code = imported),
      (cause: unknown) => {
        loading = undefined
        throw new Unreachable('network', cause)
      },
    ))
  const preload = () =>
    load().then(
      () => {},
      () => {},
    )
  return { load, preload, loaded: () => code }
}

/**
 * Loads the code while `isNeeded` is true. Returns it once it is loaded, or the error of the last attempt. It is tried again by
 * `retry`, and when `isNeeded` becomes true again.
 * @NOTE Not `lazy` of React: its Suspense shows what it loaded no sooner than 300 ms after the fallback (decision 7).
 */
export function useLazyCode<Loaded>(code: LazyCode<Loaded>, isNeeded = true) {
  const [attempt, setAttempt] = useState(0)
  const [{ loaded, error }, setState] = useState<{ loaded?: Loaded | undefined; error?: unknown }>({ loaded: code.loaded() })
  const shouldLoad = isNeeded && loaded === undefined
  useEffect(() => {
    if (!shouldLoad) return
    let isCurrent = true
    code.load().then(
      (loaded) => isCurrent && setState({ loaded }),
      (reason: unknown) => isCurrent && setState({ error: reason }),
    )
    return () => {
      isCurrent = false
    }
  }, [code, shouldLoad, attempt])
  const retry = useCallback(() => {
    setState({})
    setAttempt((count) => count + 1)
  }, [])
  return { loaded, error, retry }
}
