import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#platform/context.ts'
import { serveBytes } from '#platform/http/serveBytes.ts'
import { recorderBytes } from '../contract.ts'
import { savePiece } from './savePiece.ts'

/** Receives the pieces. */
export function pieceRoute(app: FastifyInstance, ctx: AppContext): void {
  serveBytes(app, 'recorder', recorderBytes, {
    takePiece: async ({ params, headers, body, caller, refuse, request, reply }) => {
      const { 'x-piece-md5': md5, 'x-piece-duration': duration, 'x-live-words': liveWords } = headers
      const { recording_id: recordingId, number } = params
      const piece = { recordingId, number, md5, duration, body, hasLiveWords: liveWords === 'on' }
      const outcome = await savePiece(ctx, caller.userId, piece)
      if (outcome !== 'kept') return refuse(outcome.refused)
      return reply.header('etag', `"${md5}"`).send({ status: 0, msg: 'success', request_id: request.id })
    },
  })
}
