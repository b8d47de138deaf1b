import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Ground } from '#platform/ground.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import { type Caller, callerOf } from '#platform/http/caller.ts'
import { Invalid, NotFound } from '#platform/http/failures.ts'
import { MOST_PIECES, PIECE_BYTES, PIECE_LIMIT, PIECE_PATH, RecordingId } from '../contract.ts'
import { type PieceOutcome, takePiece } from './takePiece.ts'

const Params = z.object({ recording_id: RecordingId, number: z.coerce.number().int().min(1).max(MOST_PIECES) })
const Headers = z.object({
  'x-piece-md5': z.string().regex(/^[0-9a-f]{32}$/),
  'x-piece-duration': z.coerce.number().min(0).max(600_000),
})

const ANSWERS: Record<Exclude<PieceOutcome, 'kept'>, { code: number; status: number; msg: string }> = {
  damaged: { code: 422, status: -422, msg: 'these are not the bytes of the MD5 announced' },
  notSound: { code: 422, status: -422, msg: 'a piece begins with a frame of MP3' },
  otherBody: { code: 409, status: -5, msg: 'another piece lies under this number' },
  gone: { code: 410, status: -8, msg: 'this recording has ended' },
  tooLong: { code: 413, status: -1, msg: 'a recording lasts five hours at most' },
}

/** Where pieces come in: outside the contract, because bytes pass through here, and so in a scope of its own. */
export function pieceRoute(app: FastifyInstance, ground: Ground): void {
  void app.register(async (raw) => {
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('audio/mpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const callers = new WeakMap<FastifyRequest, Caller>()
    raw.put(PIECE_PATH, {
      bodyLimit: PIECE_BYTES,
      schema: { hide: true },
      // Who asks comes before what is sent, and nothing of a stranger's is read.
      onRequest: async (request) => {
        const caller = await callerOf(app, request)
        await ground.limits.take(`recorder.piece:${caller.userId}`, PIECE_LIMIT)
        callers.set(request, caller)
      },
      handler: (request, reply) => answer(ground, callers.get(request)!, request, reply),
    })
  })
}

async function answer(ground: Ground, { userId }: Caller, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('cache-control', 'no-store')
  const params = Params.safeParse(request.params)
  if (!params.success) throw new NotFound()
  const headers = Headers.safeParse(request.headers)
  if (!headers.success) throw new Invalid(String(headers.error.issues[0]?.path[0] ?? 'headers'), 'missing or not valid')
  const body = request.body
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Invalid('body', 'no bytes')
  const { 'x-piece-md5': md5, 'x-piece-duration': duration } = headers.data
  const { recording_id: recordingId, number } = params.data
  const outcome = await kept(ground, userId, { recordingId, number, md5, duration, body })
  if (outcome === 'noRoom') return reply.code(507).send({ status: -507, msg: 'the disk of the server is full' })
  if (outcome !== 'kept') {
    const { code, ...said } = ANSWERS[outcome]
    return reply.code(code).send({ ...said, request_id: request.id })
  }
  return reply.header('etag', `"${md5}"`).send({ status: 0, msg: 'success', request_id: request.id })
}

async function kept(...asked: Parameters<typeof takePiece>): Promise<PieceOutcome | 'noRoom'> {
  try {
    return await takePiece(...asked)
  } catch (error) {
    if (error instanceof BlobError && error.kind === 'no-room') return 'noRoom'
    throw error
  }
}
