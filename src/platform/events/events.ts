import type { z } from 'zod'
import { type Job, type Jobs, type SendJob, job } from '#platform/jobs/jobs.ts'

/** A domain event. Features above the publisher subscribe to it; the publisher does not know them. */
export type Event<P extends object> = { readonly name: string; readonly payload: z.ZodType<P> }

export const event = <P extends object>(name: string, payload: z.ZodType<P>): Event<P> => ({ name, payload })

export type Events = {
  /** Publishes an event. In a transaction it is published only on commit. Each subscriber gets it as its own job. */
  tell: <P extends object>(what: Event<P>, payload: P) => Promise<void>
  /** Subscribes to an event. `listener` is the name of the subscriber. Called while features are installed. */
  on: <P extends object>(what: Event<P>, listener: string, handler: (payload: P) => Promise<void>) => void
}

/** Returns events over the job queue. `withSend` returns the same events, published in a transaction. */
export function openEvents(jobs: Jobs): Events & { withSend: (send: SendJob) => Events } {
  const listeners = new Map<string, Job<object>[]>()
  const tell =
    (send: SendJob): Events['tell'] =>
    async (what, payload) => {
      for (const kind of listeners.get(what.name) ?? []) await send(kind, payload)
    }
  const events: Events = {
    tell: tell(jobs.send),
    on: (what, listener, handler) => {
      const kind = job(`${what.name}.${listener}`, what.payload)
      listeners.set(what.name, [...(listeners.get(what.name) ?? []), kind as unknown as Job<object>])
      jobs.work(kind, (payload) => handler(payload))
    },
  }
  return { ...events, withSend: (send) => ({ ...events, tell: tell(send) }) }
}
