import { createElement, useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Unreachable } from '#kit/client.ts'
import { ErrorState } from './ErrorState.tsx'

export type Around = {
  /** Shown until the code is loaded. */
  waiting?: ReactNode
  /** Shown when loading fails. The default is an error message with a Try again button. */
  failed?: ReactNode
}

/** `preload` loads the code before the component is shown. It never rejects. */
export type LazyPart<Props> = ((props: Props & Around) => ReactNode) & { preload: () => Promise<void> }

/**
 * Returns a component whose code is loaded when it is first shown: `lazyComponent(async () => (await import('./X.tsx')).X)`. With
 * `lazy` of React a failed import would replace the whole page; here only the component shows an error.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const bring = () =>
    (loading ??= load().then(
      (component) => (loaded = component),
      (cause: unknown) => {
        loading = undefined
        throw new Unreachable('network', cause)
      },
    ))

  function Part({ waiting = null, failed, ...props }: Props & Around) {
    const [tries, setTries] = useState(0)
    const [{ Shown, error }, setState] = useState<{ Shown?: ComponentType<Props> | undefined; error?: unknown }>({
      Shown: loaded,
    })
    const isThere = Shown !== undefined
    useEffect(() => {
      if (isThere) return
      let stillWanted = true
      bring().then(
        (component) => stillWanted && setState({ Shown: component }),
        (reason: unknown) => stillWanted && setState({ error: reason }),
      )
      return () => {
        stillWanted = false
      }
    }, [isThere, tries])
    const tryAgain = () => {
      setState({})
      setTries(tries + 1)
    }
    if (Shown) return createElement(Shown, props as unknown as Props)
    if (error === undefined) return waiting
    return failed === undefined ? <ErrorState error={error} onRetry={tryAgain} /> : failed
  }

  const preload = () =>
    bring().then(
      () => {},
      () => {},
    )
  return Object.assign(Part, { preload })
}
