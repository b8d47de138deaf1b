import type { FastifyInstance } from 'fastify'
import { turnAway } from './turnAway.ts'

/** MOVED_TO: every call is answered with status -9999 and where the service now is (A§8). */
export function sendAfterMove(app: FastifyInstance, { movedTo }: { movedTo: string | null }): void {
  if (!movedTo) return
  turnAway(app, () => ({ httpStatus: 200, status: -9999, msg: `This service has moved to ${movedTo}`, link: movedTo }))
}
