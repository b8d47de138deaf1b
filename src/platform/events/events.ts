import type { z } from 'zod'
import { type Job, type Jobs, type SendJob, job } from '#platform/jobs/jobs.ts'

/** Something that happened, told upwards: whoever stands above may listen, whoever tells knows nobody. */
export type Event<P extends object> = { readonly name: string; readonly payload: z.ZodType<P> }

export const event = <P extends object>(name: string, payload: z.ZodType<P>): Event<P> => ({ name, payload })

export type Events = {
  /** Inside `inOneStep` it is told only if the step is committed; every listener hears it as a job of its own. */
  tell: <P extends object>(what: Event<P>, payload: P) => Promise<void>
  /** `listener` names who listens; called while features are installed. */
  on: <P extends object>(what: Event<P>, listener: string, handler: (payload: P) => Promise<void>) => void
}

/** Events over the job queue. `withSend` answers the same events telling inside a transaction. */
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
