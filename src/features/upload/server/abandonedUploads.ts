import { z } from 'zod'
import { days } from '#shared/units.ts'
import type { Millis } from '#shared/units.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { AppContext } from '#platform/context.ts'
import { type UploadRecord, deleteUpload, deleteConfirmed, lockAbandoned, lockUpload } from './store.ts'

/** A confirmation whose response was lost can be repeated for this long. */
const CONFIRMED_RETENTION: Millis = days(90)

export const deleteAbandonedJob = job('upload.delete-abandoned', z.object({}), { attempts: 3 })

/** Deletes unconfirmed uploads that have expired. Recordings are never touched. */
export async function deleteAbandonedUploads(ctx: AppContext): Promise<void> {
  const ago = (duration: Millis) => new Date(ctx.clock.now().getTime() - duration)
  const { resumableFor: retention } = ctx.config.uploads
  while (await deleteOneAbandoned(ctx, { touchedBefore: ago(retention), begunBefore: ago(maxRetention(retention)) }));
  // Bytes without a row: a process died between writing the two.
  await ctx.blobs.cleanUp(maxRetention(retention))
  await deleteConfirmed(ctx, ago(CONFIRMED_RETENTION))
}

const deleteOneAbandoned = (ctx: AppContext, cutoffs: { touchedBefore: Date; begunBefore: Date }): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const upload = await lockAbandoned(tx, cutoffs)
    if (upload) await deleteUploadData(tx, upload)
    return upload !== undefined
  })

/** An upload is kept for at most this many times the configured period, however often it is resumed. */
const MAX_RENEWALS = 7

const maxRetention = (retention: Millis): Millis => MAX_RENEWALS * retention

/** Returns when an upload is deleted unless it is resumed before. */
export function retainedUntil({ touched_at, created_at }: UploadRecord, retention: Millis): Date {
  return new Date(Math.min(touched_at.getTime() + retention, created_at.getTime() + maxRetention(retention)))
}

/**
 * Deletes a locked upload with its parts and its merged audio.
 * @NOTE The row is deleted last: when the process dies in between, the cleanup finds the upload again.
 */
async function deleteUploadData(tx: AppContext, upload: UploadRecord): Promise<void> {
  if (upload.in_parts) await tx.blobs.abort({ key: upload.object_name, uploadId: upload.upload_id })
  await tx.blobs.delete(upload.object_name)
  await deleteUpload(tx, upload)
}

/** Deletes an upload unless it has become a recording. Returns false when no such upload exists. */
export const abandonUpload = (ctx: AppContext, upload: Pick<UploadRecord, 'user_id' | 'upload_id'>): Promise<boolean> =>
  ctx.transaction(async (tx) => {
    const locked = await lockUpload(tx, upload)
    if (locked && locked.state !== 'confirmed') await deleteUploadData(tx, locked)
    return locked !== undefined
  })
