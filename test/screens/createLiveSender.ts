import type { QueryClient } from '@tanstack/react-query'
import { act } from '@testing-library/react'
import type { LiveTopic } from '#shared/liveTopic.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

/** Returns a function that passes a live message to the handlers of a feature. It throws when the feature has none for the topic. */
export async function createLiveSender({ name, live }: WebFeature) {
  const handlers = (await live?.()) ?? []
  return <Payload extends object>(queries: QueryClient, topic: LiveTopic<Payload>, payload: NoInfer<Payload>): void => {
    const own = handlers.filter((handler) => handler.topic === topic.name)
    if (own.length === 0) throw new Error(`${name} does not handle ${topic.name}`)
    act(() => {
      for (const { apply } of own) apply(queries, payload)
    })
  }
}
