import { createElement, useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Unreachable } from '#shared/client.ts'
import { ErrorState } from '../feedback/ErrorState.tsx'

export type LazyFallbacks = {
  /** Shown until the code is loaded. */
  fallback?: ReactNode
  /** Shown when loading fails. The default is an error message with a Try again button. */
  errorFallback?: ReactNode
}

/** `preload` loads the code before the component is shown. It never rejects. */
export type LazyComponent<Props> = ((props: Props & LazyFallbacks) => ReactNode) & { preload: () => Promise<void> }

/**
 * Returns a component whose code is loaded when it is first shown: `lazyComponent(async () => (await import('./X.tsx')).X)`. With
 * `lazy` of React a failed import would replace the whole page; here only the component shows an error.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const loadOnce = () =>
    (loading ??= load().then(
      (component) => (loaded = component),
      (cause: unknown) => {
        loading = undefined
        throw new Unreachable('network', cause)
      },
    ))

  function LazyWrapper({ fallback = null, errorFallback, ...props }: Props & LazyFallbacks) {
    const [attempt, setAttempt] = useState(0)
    const [{ Component, error }, setState] = useState<{ Component?: ComponentType<Props> | undefined; error?: unknown }>({
      Component: loaded,
    })
    const isLoaded = Component !== undefined
    useEffect(() => {
      if (isLoaded) return
      let isCurrent = true
      loadOnce().then(
        (component) => isCurrent && setState({ Component: component }),
        (reason: unknown) => isCurrent && setState({ error: reason }),
      )
      return () => {
        isCurrent = false
      }
    }, [isLoaded, attempt])
    const retry = () => {
      setState({})
      setAttempt(attempt + 1)
    }
    if (Component) return createElement(Component, props as unknown as Props)
    if (error === undefined) return fallback
    return errorFallback === undefined ? <ErrorState error={error} onRetry={retry} /> : errorFallback
  }

  const preload = () =>
    loadOnce().then(
      () => {},
      () => {},
    )
  return Object.assign(LazyWrapper, { preload })
}
