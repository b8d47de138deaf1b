import { z } from 'zod'
import { days } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { job } from '#platform/jobs/jobs.ts'
import { deleteExpired } from './store.ts'

export const forgetConnections = job('integrations.forget', z.object({}), { attempts: 3 })

/** Connections and tokens that ran out go, codes a day later. */
export const forgetOld = async (ground: Ground): Promise<void> =>
  deleteExpired(ground, { codesBefore: new Date(ground.clock.now().getTime() - days(1)) })
