import type { FastifyInstance } from 'fastify'
import type { LiveTopic } from '#shared/liveTopic.ts'
import type { Millis } from '#shared/units.ts'
import type { Config } from './config/config.ts'
import type { AppContext } from './context.ts'
import type { Event } from './events/events.ts'
import type { Caller } from './http/caller.ts'
import type { Job, JobRun } from './jobs/jobs.ts'
import type { LiveMessage } from './live/live.ts'

/**
 * The manifest of a feature: what it adds to the server. `src/app/server/features.ts` lists all manifests and installs each key in
 * the same way.
 */
export type ServerFeature = {
  /** The name of its folder in `src/features`. */
  readonly name: string
  /** Set when the feature belongs to only one of the two builds. */
  readonly region?: Config['region']
  readonly routes?: readonly ((app: FastifyInstance, ctx: AppContext) => void)[]
  /** Pages and files outside of `/api` that the server renders. */
  readonly pages?: readonly ((app: FastifyInstance, ctx: AppContext) => void)[]
  readonly jobs?: readonly JobHandler[]
  /** Jobs that are queued when workers start and then periodically. */
  readonly schedules?: readonly { readonly every: Millis; readonly job: Job<Record<string, never>> }[]
  readonly listeners?: readonly EventListener[]
  /** What live messages of a topic carry besides the ids. */
  readonly liveDetails?: readonly LiveDetails[]
  /** Returns the caller of an access token, or null. Only one feature sets this. */
  readonly authenticate?: (ctx: AppContext, token: string) => Promise<Caller | null>
  /** What signed links can be bound to, and whether an id of that kind is still alive. */
  readonly linkKinds?: Readonly<Record<string, (ctx: AppContext, id: string) => Promise<boolean>>>
  /** Tables that can be rebuilt from others and are left out of backups. */
  readonly derivedTables?: readonly string[]
  /** A SQL statement that runs at the end of a restore, in its transaction. */
  readonly afterRestore?: string
  /** Returns the stored data of a user as plain JSON, for the download of all personal data. */
  readonly personalData?: (ctx: AppContext, userId: string) => Promise<Record<string, unknown>>
}

/** A job with its handler, created by `handleJob`. */
export type JobHandler = { readonly name: string; readonly register: (ctx: AppContext) => void }

/** Pairs a job with its handler, and with a function that ends it when its process keeps dying. Checks the type of the payload. */
export const handleJob = <P extends object>(
  job: Job<P>,
  handler: (ctx: AppContext, payload: P, run: JobRun) => Promise<void>,
  giveUp?: (ctx: AppContext, payload: P) => Promise<void>,
): JobHandler => ({
  name: job.name,
  register: (ctx) =>
    ctx.jobs.work(job, (payload, run) => handler(ctx, payload, run), giveUp && ((payload) => giveUp(ctx, payload))),
})

/** What pages get with the messages of a topic, created by `liveDetails`. */
export type LiveDetails = {
  readonly topic: string
  readonly read: (ctx: AppContext, message: LiveMessage) => Promise<object | null>
}

/** Pairs a topic with what is read when a message is sent. Null when it no longer exists. */
export const liveDetails = <P extends object>(
  topic: LiveTopic<P>,
  read: (ctx: AppContext, message: { readonly userId: string } & P) => Promise<Partial<P> | null>,
): LiveDetails => ({
  topic: topic.name,
  read: (ctx, { userId, payload }) => read(ctx, { ...topic.payload.parse(payload), userId }),
})

/** A subscription to an event, created by `listenTo`. */
export type EventListener = { readonly name: string; readonly register: (ctx: AppContext) => void }

/**
 * Pairs an event with its handler. Each listener gets the event as its own job, named after the event and `name`. Queued jobs carry
 * that name, so it must not change.
 */
export const listenTo = <P extends object>(
  event: Event<P>,
  name: string,
  handler: (ctx: AppContext, payload: P, run: JobRun) => Promise<void>,
): EventListener => ({
  name: `${event.name}.${name}`,
  register: (ctx) => ctx.events.subscribe(event, name, (payload, run) => handler(ctx, payload, run)),
})
