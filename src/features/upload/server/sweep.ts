import { z } from 'zod'
import { days } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { Ground } from '#platform/ground.ts'
import { type UploadRecord, deleteUpload, forgetConfirmed, lockAbandoned, lockUpload } from './store.ts'

/** A confirmation whose response was lost can be repeated for this long. */
const CONFIRMED_KEPT: Millis = days(90)

export const sweepUploads = job('upload.sweep', z.object({}), { attempts: 3 })

/** Deletes unconfirmed uploads that have expired. Recordings are never touched. */
export async function sweepAbandoned(ground: Ground): Promise<void> {
  const ago = (span: Millis) => new Date(ground.clock.now().getTime() - span)
  const { keptFor } = ground.config.uploads
  while (await letGoOfOne(ground, { touched: ago(keptFor), begun: ago(keptAtMost(keptFor)) }));
  // Bytes without a row: a process died between writing the two.
  await ground.blobs.sweep(keptAtMost(keptFor))
  await forgetConfirmed(ground, ago(CONFIRMED_KEPT))
}

const letGoOfOne = (ground: Ground, before: { touched: Date; begun: Date }): Promise<boolean> =>
  ground.inOneStep(async (step) => {
    const upload = await lockAbandoned(step, before)
    if (upload) await letGo(step, upload)
    return upload !== undefined
  })

/** An upload is kept for at most this many times the configured period, however often it is resumed. */
const MOST_RENEWALS = 7

const keptAtMost = (keptFor: Millis): Millis => MOST_RENEWALS * keptFor

/** Returns when an upload is deleted unless it is resumed before. */
export function keptUntil({ touched_at, created_at }: UploadRecord, keptFor: Millis): Date {
  return new Date(Math.min(touched_at.getTime() + keptFor, created_at.getTime() + keptAtMost(keptFor)))
}

/**
 * Deletes a locked upload with its parts and its merged audio.
 * @NOTE The row is deleted last: when the process dies in between, the cleanup finds the upload again.
 */
async function letGo(step: Ground, upload: UploadRecord): Promise<void> {
  if (upload.in_parts) await step.blobs.abort({ key: upload.object_name, uploadId: upload.upload_id })
  await step.blobs.delete(upload.object_name)
  await deleteUpload(step, upload)
}

/** Deletes an upload unless it has become a recording. Returns false when no such upload exists. */
export const giveUp = (ground: Ground, upload: Pick<UploadRecord, 'user_id' | 'upload_id'>): Promise<boolean> =>
  ground.inOneStep(async (step) => {
    const locked = await lockUpload(step, upload)
    if (locked && locked.state !== 'confirmed') await letGo(step, locked)
    return locked !== undefined
  })
