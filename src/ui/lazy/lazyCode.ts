import { useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { Unreachable } from '#shared/client.ts'

/** A component whose code is loaded once, when it is first needed. After a failure, the next `load` tries again. */
export type LazyCode<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  /** Undefined until the code is loaded. */
  readonly loaded: () => ComponentType<Props> | undefined
}

/** `load` of the result rejects with Unreachable. */
export function lazyCode<Props>(importComponent: () => Promise<ComponentType<Props>>): LazyCode<Props> {
  let component: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const load = () =>
    (loading ??= importComponent().then(
      (imported) => (component = imported),
      (cause: unknown) => {
        loading = undefined
        throw new Unreachable('network', cause)
      },
    ))
  return { load, loaded: () => component }
}

/**
 * Loads the code while `isNeeded` is true. Returns the component once it is loaded, or the error of the last attempt.
 * @NOTE Not `lazy` of React: its Suspense shows what it loaded no sooner than 300 ms after the fallback (decision 7).
 */
export function useLazyCode<Props>(code: LazyCode<Props>, isNeeded = true) {
  const [attempt, setAttempt] = useState(0)
  const [{ Component, error }, setState] = useState<{ Component?: ComponentType<Props> | undefined; error?: unknown }>({
    Component: code.loaded(),
  })
  const shouldLoad = isNeeded && Component === undefined
  useEffect(() => {
    if (!shouldLoad) return
    let isCurrent = true
    code.load().then(
      (loaded) => isCurrent && setState({ Component: loaded }),
      (reason: unknown) => isCurrent && setState({ error: reason }),
    )
    return () => {
      isCurrent = false
    }
  }, [code, shouldLoad, attempt])
  const retry = () => {
    setState({})
    setAttempt(attempt + 1)
  }
  return { Component, error, retry }
}
