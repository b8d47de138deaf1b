import type { FastifyInstance } from 'fastify'
import type { Ground } from '#platform/ground.ts'
import { membershipRoutes } from './server/routes.ts'

export { dataOf } from './server/dataOf.ts'
export { mayUpload } from './server/mayUpload.ts'
export { noteUse } from './server/noteUse.ts'
export { type Membership, readMembership } from './server/readMembership.ts'

/** Tiers, what they open, and the ledger of transcription time. Nothing is sold and nobody is held to a limit here yet. */
export function install(app: FastifyInstance, ground: Ground): void {
  membershipRoutes(app, ground)
}
