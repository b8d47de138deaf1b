import { z } from 'zod'
import { days } from '#kit/units.ts'
import type { Millis } from '#kit/units.ts'
import { job } from '#platform/jobs/jobs.ts'
import type { Ground } from '#platform/ground.ts'
import { keptAtMost } from './keptUntil.ts'
import { letGo } from './letGo.ts'
import { forgetConfirmed, lockAbandoned } from './store.ts'

/** Who never heard the answer to a confirmation may ask again for so long. */
const CONFIRMED_KEPT: Millis = days(90)

export const sweepUploads = job('upload.sweep', z.object({}), { attempts: 3 })

/** Lets go of what was begun and never became a recording; sound that did is never touched. */
export async function sweepAbandoned(ground: Ground): Promise<void> {
  const ago = (span: Millis) => new Date(ground.clock.now().getTime() - span)
  const { keptFor } = ground.config.uploads
  while (await letGoOfOne(ground, { touched: ago(keptFor), begun: ago(keptAtMost(keptFor)) }));
  // What no row knows: a process died between the two.
  await ground.blobs.sweep(keptAtMost(keptFor))
  await forgetConfirmed(ground, ago(CONFIRMED_KEPT))
}

const letGoOfOne = (ground: Ground, before: { touched: Date; begun: Date }): Promise<boolean> =>
  ground.inOneStep(async (step) => {
    const upload = await lockAbandoned(step, before)
    if (upload) await letGo(step, upload)
    return upload !== undefined
  })
