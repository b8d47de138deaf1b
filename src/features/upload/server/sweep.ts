import { z } from 'zod'
import { hours } from '#kit/units.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { Ground } from '#platform/ground.ts'
import { deleteUpload, lockAbandoned } from './store.ts'

/** Uploads begun this long ago and never confirmed are given up. */
const GIVEN_UP_AFTER = hours(24)

export const sweepUploads = job('upload.sweep', z.object({}), { attempts: 3 })

/** Lets go of what was begun and never became a recording; sound that did is never touched. */
export async function sweepAbandoned(ground: Ground): Promise<void> {
  const before = new Date(ground.clock.now().getTime() - GIVEN_UP_AFTER)
  while (await letGoOfOne(ground, before));
  await ground.blobs.sweep(GIVEN_UP_AFTER)
}

// The row goes last: a sweep that dies half-way finds it again.
const letGoOfOne = (ground: Ground, before: Date): Promise<boolean> =>
  ground.inOneStep(async (step) => {
    const upload = await lockAbandoned(step, before)
    if (!upload) return false
    await step.blobs.abort({ key: upload.object_name, uploadId: upload.upload_id })
    await step.blobs.delete(upload.object_name)
    await deleteUpload(step, upload)
    return true
  })
