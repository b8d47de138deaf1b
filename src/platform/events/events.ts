import type { z } from 'zod'
import { type Handler, type Job, type Jobs, type SendJob, job } from '#platform/jobs/jobs.ts'

/** A domain event. Features above the publisher subscribe to it; the publisher does not know them. */
export type Event<P extends object> = { readonly name: string; readonly payload: z.core.$ZodType<P> }

export const event = <P extends object>(name: string, payload: z.core.$ZodType<P>): Event<P> => ({ name, payload })

export type Events = {
  /** Publishes an event. In a transaction it is published only on commit. Each subscriber gets it as its own job. */
  publish: <P extends object>(eventType: Event<P>, payload: P) => Promise<void>
  /** Subscribes to an event. `listener` is the name of the subscriber. Called while features are installed. */
  subscribe: <P extends object>(eventType: Event<P>, listener: string, handler: Handler<P>) => void
}

/** Returns events built on the job queue. `withSend` returns the same events, published in a transaction. */
export function createEvents(jobs: Jobs): Events & { withSend: (send: SendJob) => Events } {
  const listeners = new Map<string, Job<object>[]>()
  const publish =
    (send: SendJob): Events['publish'] =>
    async (eventType, payload) => {
      for (const jobType of listeners.get(eventType.name) ?? []) await send(jobType, payload)
    }
  const events: Events = {
    publish: publish(jobs.send),
    subscribe: (eventType, listener, handler) => {
      const jobType = job(`${eventType.name}.${listener}`, eventType.payload)
      listeners.set(eventType.name, [...(listeners.get(eventType.name) ?? []), jobType as unknown as Job<object>])
      jobs.work(jobType, handler)
    },
  }
  return { ...events, withSend: (send) => ({ ...events, publish: publish(send) }) }
}
