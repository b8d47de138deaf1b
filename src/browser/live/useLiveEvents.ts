import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveEvents } from '#browser/live/liveEvents.ts'
import { readToken } from '#browser/session/token.ts'

/** A change on the server. `name` is `file`, `files`, `folders` or `task`; the shape of `data` depends on it. */
export type LiveEvent = { name: string; data: unknown }

/** Applies an event to the cached data of a feature. Ignores the events of other features. */
export type ApplyLiveEvent = (queries: QueryClient, event: LiveEvent) => void

export type LiveEventsOptions = {
  handlers: readonly ApplyLiveEvent[]
  /** Called when the connection opens or is lost. A feature polls while it is lost. */
  onConnectionChange?: ((isOpen: boolean) => void) | undefined
  address?: string
}

/**
 * Subscribes to the events of the server and passes each one to all features. Events sent while the connection was down are
 * lost, so all visible queries are refetched when it is back. They are also refetched after a refusal: the session has ended
 * then, and the next response reports it.
 * @NOTE `handlers` and `onConnectionChange` must keep their identity between renders.
 */
export function useLiveEvents({ handlers, onConnectionChange = noop, address = '/api/live' }: LiveEventsOptions): void {
  const queries = useQueryClient()
  useEffect(() => {
    let wasOpen = false
    return openLiveEvents({
      address,
      token: readToken,
      onEvent: ({ name, data }) => {
        const event = { name, data: parseData(data) }
        for (const apply of handlers) apply(queries, event)
      },
      onState: (state) => {
        if ((state === 'open' && wasOpen) || state === 'refused') void queries.invalidateQueries()
        wasOpen ||= state === 'open'
        if (state !== 'connecting') onConnectionChange(state === 'open')
      },
    })
  }, [queries, handlers, onConnectionChange, address])
}

const noop = (): void => {}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
