import { useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveEvents } from '#ui/liveEvents.ts'
import { readToken } from '#ui/token.ts'

/** Something changed on the server: the topic is `file`, `files`, `folders` or `task`; the data is the topic's own. */
export type LiveEvent = { name: string; data: unknown }

/** A feature's way to take an event into what it has read; it passes over what is not its own. */
export type ApplyLiveEvent = (queries: QueryClient, event: LiveEvent) => void

export type LiveChannel = {
  features: readonly ApplyLiveEvent[]
  /** Hears when the line opens and when it is lost, for whoever polls meanwhile. */
  onLive?: ((isOpen: boolean) => void) | undefined
  address?: string
}

/**
 * Hears the server while the shell is there and hands every event on to the features. What was told while the line was down is
 * lost, so everything in sight is read again when it is back; after a refusal too, since then the session is over and the next
 * answer says so.
 * @NOTE `features` and `onLive` must be the same at every render.
 */
export function useLiveChannel({ features, onLive = noOne, address = '/api/live' }: LiveChannel): void {
  const queries = useQueryClient()
  useEffect(() => {
    let wasOpen = false
    return openLiveEvents({
      address,
      token: readToken,
      onEvent: ({ name, data }) => {
        const event = { name, data: readData(data) }
        for (const apply of features) apply(queries, event)
      },
      onState: (state) => {
        if ((state === 'open' && wasOpen) || state === 'refused') void queries.invalidateQueries()
        wasOpen ||= state === 'open'
        if (state !== 'connecting') onLive(state === 'open')
      },
    })
  }, [queries, features, onLive, address])
}

const noOne = (): void => {}

function readData(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
