import { createElement } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { ErrorState } from '../feedback/ErrorState.tsx'
import { lazyCode, useLazyCode } from './lazyCode.ts'

export type LazyFallbacks = {
  /** Shown until the code is loaded. */
  fallback?: ReactNode
  /** Shown when loading fails. The default is an error message with a Try again button. */
  errorFallback?: ReactNode
}

/** `preload` loads the code before the component is shown. It never rejects. */
export type LazyComponent<Props> = ((props: Props & LazyFallbacks) => ReactNode) & { preload: () => Promise<void> }

/**
 * Returns a component whose code is loaded when it is first shown: `lazyComponent(async () => (await import('./X.tsx')).X)`. When
 * loading fails, only the component shows an error, and not the whole page. The router waits for the component of a route; its
 * own `lazyRouteComponent` would reload the whole document, even without a network.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyComponent<Props> {
  const code = lazyCode(load)

  function LazyWrapper({ fallback = null, errorFallback, ...props }: Props & LazyFallbacks) {
    const { loaded: Component, error, retry } = useLazyCode(code)
    if (Component) return createElement(Component, props as unknown as Props)
    if (error === undefined) return fallback
    return errorFallback === undefined ? <ErrorState error={error} onRetry={retry} /> : errorFallback
  }

  return Object.assign(LazyWrapper, { preload: code.preload })
}
