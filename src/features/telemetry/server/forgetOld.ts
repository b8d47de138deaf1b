import { z } from 'zod'
import { days } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { MOST_EVENTS, MOST_EXPOSURES, KEPT_DAYS } from '../rules.ts'
import { deleteAbove, deleteBefore } from './store.ts'

export const forgetTelemetry = job('telemetry.forget', z.object({}), { attempts: 3 })

/** What is older than 90 days goes, and of a user with too much the oldest. */
export async function forgetOld(ground: Ground): Promise<void> {
  await deleteBefore(ground, new Date(ground.clock.now().getTime() - days(KEPT_DAYS)))
  await deleteAbove(ground, { most: MOST_EVENTS, mostShown: MOST_EXPOSURES })
}
