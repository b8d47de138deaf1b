import type { QueryClient } from '@tanstack/react-query'
import type { LiveTopic } from '#shared/liveTopic.ts'

/** Applies the messages of a topic to the cached data of a feature. */
export type LiveHandler = { readonly topic: string; readonly apply: (queries: QueryClient, payload: unknown) => void }

/** Pairs a topic with its handler. A payload that does not match the contract comes from a server of another version: it is ignored. */
export const handleTopic = <Payload extends object>(
  topic: LiveTopic<Payload>,
  apply: (queries: QueryClient, payload: Payload) => void,
): LiveHandler => ({
  topic: topic.name,
  apply: (queries, payload) => {
    const { data, error } = topic.payload.safeParse(payload)
    if (data) apply(queries, data)
    else if (import.meta.env?.DEV) console.warn(`a live message of ${topic.name} does not match the contract`, error)
  },
})
