import type { Ground } from '#platform/ground.ts'
import { hasMembership } from '../rules.ts'
import { currentMembership } from './store.ts'

/** Whether somebody has a tier, and so may bring sound in (B§6): starters may, whose tier is free. */
export const mayUpload = async (ground: Ground, userId: string): Promise<boolean> =>
  hasMembership((await currentMembership(ground, userId))?.tier ?? 'starter')
