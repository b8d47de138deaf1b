import { createElement, useEffect, useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Unreachable } from '#kit/client.ts'
import { ErrorState } from './ErrorState.tsx'

export type Around = {
  /** Stands there until the code has come. */
  waiting?: ReactNode
  /** Stands there when it does not come; unless given, that is said, with a button to try again. */
  failed?: ReactNode
}

/** `preload` fetches the code ahead of the first showing; it never rejects. */
export type LazyPart<Props> = ((props: Props & Around) => ReactNode) & { preload: () => Promise<void> }

/**
 * A part of the page whose code comes when it is first shown: `lazyPart(async () => (await import('./X.tsx')).X)`. In place of
 * React's `lazy`: code that does not come costs its own place and not the whole page.
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
    // The network is the external system.
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
