import { z } from 'zod'
import { days, minutes } from '#shared/units.ts'
import type { AppContext } from '../../context.ts'
import { Invalid, NotFound } from '../../http/errors.ts'
import { type Job, job } from '../../jobs/jobs.ts'
import { type NotificationOf, PaymentError } from '../payments.ts'
import {
  deleteHandled,
  findNotification,
  insertNotification,
  listUnhandled,
  markHandled,
  type ObjectRef,
} from './storeNotifications.ts'

/** A notification of this age that is not handled: all attempts of its job have failed. */
const STUCK_AFTER = minutes(10)
const KEEP = days(90)

/**
 * Receives the notifications of a payment provider. A notification is only a hint: each is stored once, and a job reads the objects
 * it names from the provider, in any order and any number of times.
 */
export type NotificationInbox<Ref> = {
  readonly job: Job<{ eventId: string }>
  /**
   * Stores a parsed notification. Throws NotFound for a provider that is not configured, and Invalid for a notification that is
   * unsigned, too old, or from the other mode.
   */
  receive: (ctx: AppContext, livemode: boolean, parsed: Promise<NotificationOf<Ref> | null>) => Promise<void>
  store: (ctx: AppContext, notification: NotificationOf<Ref>) => Promise<void>
  /** Handles the job. */
  handle: (ctx: AppContext, payload: { readonly eventId: string }) => Promise<void>
  /** Queues notifications again whose jobs have failed, and deletes old ones. */
  sweep: (ctx: AppContext) => Promise<void>
}

/** Creates the inbox of a feature. `syncObject` reads an object from the provider and applies it. */
export function notificationInbox<Ref extends ObjectRef>(
  feature: string,
  syncObject: (ctx: AppContext, object: Ref) => Promise<void>,
): NotificationInbox<Ref> {
  const notificationJob = job(`${feature}.notification`, z.object({ eventId: z.string() }), {
    attempts: 10,
    retryDelay: 5,
    concurrency: 2,
  })
  const store: NotificationInbox<Ref>['store'] = async (ctx, { eventId, type, objects }) => {
    if (objects.length === 0) return
    await ctx.transaction(async (tx) => {
      const row = { event_id: eventId, type, objects: [...objects], received_at: tx.clock.now() }
      if (await insertNotification(tx, row)) await tx.jobs.send(notificationJob, { eventId })
    })
  }
  return {
    job: notificationJob,
    store,
    receive: async (ctx, livemode, parsed) => {
      const notification = await parsed.catch(refuse)
      if (!notification) return
      if (notification.livemode !== livemode) throw new Invalid('livemode', 'This notification is from the other mode.')
      await store(ctx, notification)
    },
    handle: async (ctx, { eventId }) => {
      const notification = await findNotification<Ref>(ctx, eventId)
      if (!notification || notification.handled_at) return
      for (const object of notification.objects) await syncObject(ctx, object)
      await markHandled(ctx, eventId)
    },
    sweep: async (ctx) => {
      const now = ctx.clock.now().getTime()
      const unhandled = await listUnhandled(ctx, new Date(now - STUCK_AFTER))
      if (unhandled.length > 0) ctx.log.error({ count: unhandled.length }, 'payment notifications are not handled')
      for (const eventId of unhandled) await ctx.jobs.send(notificationJob, { eventId })
      await deleteHandled(ctx, new Date(now - KEEP))
    },
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof PaymentError)) throw error
  if (error.failure === 'notFound') throw new NotFound()
  if (error.failure === 'signature') throw new Invalid('signature', 'This notification is not signed.')
  throw error
}
