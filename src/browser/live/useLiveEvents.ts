import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { create } from 'zustand'
import { API_URL } from '../http/apiUrl.ts'
import { openStream } from '../http/send.ts'
import { readToken } from '../session/token.ts'
import type { LiveHandler } from './handleTopic.ts'
import { openLiveEvents } from './liveEvents.ts'

export type LiveEventsOptions = {
  /**
   * Loads the handlers of all features before the first event, and again when this function changes. It must be stable between
   * renders.
   */
  loadHandlers: () => Promise<readonly LiveHandler[]>
  address?: string
}

/**
 * Subscribes to the live messages of the server and passes each one to the handlers of its topic. Messages sent while the
 * connection was down are lost, so all visible queries are refetched after a reconnect. They are also refetched after a refusal,
 * because the session has then ended and the next response reports that.
 */
export function useLiveEvents({ loadHandlers, address = `${API_URL}/live` }: LiveEventsOptions): void {
  const queries = useQueryClient()
  const handlers = useRef<Promise<readonly LiveHandler[]> | undefined>(undefined)
  const load = useEffectEvent(loadHandlers)
  useEffect(() => {
    handlers.current = undefined
  }, [loadHandlers])
  useEffect(() => {
    let wasOpen = false
    return openLiveEvents({
      open: (request) => openStream(address, request),
      token: readToken,
      onEvent: ({ name, data }) => {
        const payload = parsePayload(data)
        handlers.current ??= load()
        handlers.current.then(
          (all) => {
            for (const { topic, apply } of all) if (topic === name) apply(queries, payload)
          },
          () => {
            handlers.current = undefined
            void queries.invalidateQueries()
          },
        )
      },
      onState: (state) => {
        if ((state === 'open' && wasOpen) || state === 'refused') void queries.invalidateQueries()
        wasOpen ||= state === 'open'
        if (state !== 'connecting') setLiveChannelOpen(state === 'open')
      },
    })
  }, [queries, address])
}

function parsePayload(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const useLiveChannel = create(() => ({ isOpen: true }))

/** Sets whether the live channel is open. It is initially assumed to be open. */
export const setLiveChannelOpen = (isOpen: boolean): void => useLiveChannel.setState({ isOpen })

/** Returns whether the live channel is open. A feature polls while it is not. */
export const useLiveChannelOpen = (): boolean => useLiveChannel((state) => state.isOpen)
