import type { FastifyInstance } from 'fastify'
import type { Millis } from '#shared/units.ts'
import type { Config } from './config/config.ts'
import type { AppContext } from './context.ts'
import type { Event } from './events/events.ts'
import type { Caller } from './http/caller.ts'
import type { Job, JobRun } from './jobs/jobs.ts'

/**
 * What a feature adds to the server. `src/app/server/features.ts` lists the manifests of all features and installs each key in
 * the same way.
 */
export type ServerFeature = {
  /** The name of its folder in `src/features`. */
  readonly name: string
  /** The feature belongs to one of the two builds, and is installed only there. */
  readonly region?: Config['region']
  readonly routes?: readonly ((app: FastifyInstance, ctx: AppContext) => void)[]
  /** Pages and files outside of `/api` that the server makes itself. */
  readonly pages?: readonly ((app: FastifyInstance, ctx: AppContext) => void)[]
  readonly jobs?: readonly JobHandler[]
  /** Jobs that are queued when workers start and then periodically. */
  readonly schedules?: readonly { readonly every: Millis; readonly job: Job<Record<string, never>> }[]
  readonly listeners?: readonly EventListener[]
  /** The data that live messages of a topic carry beside the id. It is read when a message is sent; null when it is gone. */
  readonly liveTopics?: Readonly<Record<string, (ctx: AppContext, userId: string, id: string) => Promise<object | null>>>
  /** Returns the caller of an access token, or null. Only one feature has this key. */
  readonly authenticate?: (ctx: AppContext, token: string) => Promise<Caller | null>
  /** What signed links can be bound to, and whether an id of that kind is still alive. */
  readonly linkKinds?: Readonly<Record<string, (ctx: AppContext, id: string) => Promise<boolean>>>
  /** Tables that are made again from others, and are not in backups. */
  readonly derivedTables?: readonly string[]
  /** A SQL statement that runs when a backup has been restored, in the transaction that restores it. */
  readonly afterRestore?: string
  /** Returns the stored data of a user as plain JSON, for the download of all personal data. */
  readonly personalData?: (ctx: AppContext, userId: string) => Promise<Record<string, unknown>>
}

/** A job with its handler, made by `handleJob`. */
export type JobHandler = { readonly name: string; readonly register: (ctx: AppContext) => void }

/** Pairs a job with its handler, and with what ends it when its processes keep dying, so that the type of the payload is checked. */
export const handleJob = <P extends object>(
  job: Job<P>,
  handler: (ctx: AppContext, payload: P, run: JobRun) => Promise<void>,
  giveUp?: (ctx: AppContext, payload: P) => Promise<void>,
): JobHandler => ({
  name: job.name,
  register: (ctx) =>
    ctx.jobs.work(job, (payload, run) => handler(ctx, payload, run), giveUp && ((payload) => giveUp(ctx, payload))),
})

/** A subscription to an event, made by `listenTo`. */
export type EventListener = { readonly name: string; readonly register: (ctx: AppContext) => void }

/**
 * Pairs an event with its handler. Each listener gets the event as a job of its own, named by the event and `name`; queued jobs
 * carry that name, so it does not change.
 */
export const listenTo = <P extends object>(
  event: Event<P>,
  name: string,
  handler: (ctx: AppContext, payload: P, run: JobRun) => Promise<void>,
): EventListener => ({
  name: `${event.name}.${name}`,
  register: (ctx) => ctx.events.subscribe(event, name, (payload, run) => handler(ctx, payload, run)),
})
