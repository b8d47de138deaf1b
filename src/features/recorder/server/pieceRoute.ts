import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { accountFull } from '#features/files/contract.ts'
import type { AppContext } from '#platform/context.ts'
import { type Caller, authenticateRequest } from '#platform/http/caller.ts'
import { Invalid, NotFound } from '#platform/http/errors.ts'
import { BINARY_SCHEMA, SUCCESS_SCHEMA, type Operation, responseBody, parameter } from '#platform/http/openApi.ts'
import { MAX_PIECES, PIECE_BYTES, PIECE_LIMIT, PIECE_PATH, RecordingId } from '../contract.ts'
import { type PieceRefusal, savePiece } from './savePiece.ts'

const Params = z.object({ recording_id: RecordingId, number: z.coerce.number().int().min(1).max(MAX_PIECES) })
const Headers = z.object({
  'x-piece-md5': z.string().regex(/^[0-9a-f]{32}$/),
  'x-piece-duration': z.coerce.number().min(0).max(600_000),
  'x-live-words': z.literal('on').optional(),
})

const RESPONSE_BY_REFUSAL: Record<PieceRefusal, { code: number; status: number; msg: string }> = {
  damaged: { code: 422, status: -422, msg: 'The bytes do not match the declared MD5. Send the piece again.' },
  notSound: { code: 422, status: -422, msg: 'A piece begins with a frame of MP3. Send whole frames.' },
  otherBody: {
    code: 409,
    status: -5,
    msg: 'Another piece has arrived under this number. Send this one under the next free number.',
  },
  gone: { code: 410, status: -8, msg: 'This recording has ended: it is already a file or was discarded.' },
  tooLong: { code: 413, status: -1, msg: 'Recordings can last 5 hours at most. Finish this one and start another.' },
  accountFull: { code: 507, status: accountFull.status, msg: accountFull.message },
  noRoom: { code: 507, status: -507, msg: 'The disk of the server is full. Keep the piece and send it again later.' },
}

const OPERATION: Operation = {
  operationId: 'recorder.takePiece',
  tags: ['recorder'],
  summary: 'Upload one piece of an ongoing recording',
  isSignedIn: true,
  parameters: [
    parameter('path', 'recording_id', { type: 'string', pattern: '^[0-9a-f]{32}$' }),
    parameter('path', 'number', { type: 'integer', minimum: 1, maximum: MAX_PIECES }),
    parameter('header', 'x-piece-md5', { type: 'string', pattern: '^[0-9a-f]{32}$' }),
    parameter('header', 'x-piece-duration', { type: 'number', minimum: 0, maximum: 600_000 }),
    parameter('header', 'x-live-words', { type: 'string', enum: ['on'] }, false),
  ],
  requestBody: { required: true, content: { 'audio/mpeg': { schema: BINARY_SCHEMA } } },
  responses: {
    200: {
      ...responseBody('The piece is kept.', 'application/json', SUCCESS_SCHEMA),
      headers: { etag: { schema: { type: 'string' } } },
    },
  },
  failures: [400, 401, 403, 404, 408, 409, 410, 413, 414, 415, 422, 429, 507],
}

/** Receives the pieces. Not part of the contract, because the body is binary, and therefore in its own scope. */
export function pieceRoute(app: FastifyInstance, ctx: AppContext): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('audio/mpeg', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    const callers = new WeakMap<FastifyRequest, Caller>()
    scope.put(PIECE_PATH, {
      bodyLimit: PIECE_BYTES,
      schema: { hide: true },
      config: { operation: OPERATION },
      // Checks the caller before the body, so that no body is read without a session.
      onRequest: async (request) => {
        const caller = await authenticateRequest(app, request)
        await ctx.limits.consume(`recorder.piece:${caller.userId}`, PIECE_LIMIT)
        callers.set(request, caller)
      },
      handler: (request, reply) => handlePiece(ctx, callers.get(request)!, request, reply),
    })
  })
}

async function handlePiece(ctx: AppContext, { userId }: Caller, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('cache-control', 'no-store')
  const params = Params.safeParse(request.params)
  if (!params.success) throw new NotFound()
  const headers = Headers.safeParse(request.headers)
  if (!headers.success) throw new Invalid(String(headers.error.issues[0]?.path[0] ?? 'headers'), 'missing or not valid')
  const body = request.body
  if (!Buffer.isBuffer(body) || body.length === 0) throw new Invalid('body', 'no bytes')
  const { 'x-piece-md5': md5, 'x-piece-duration': duration, 'x-live-words': liveWords } = headers.data
  const { recording_id: recordingId, number } = params.data
  const outcome = await savePiece(ctx, userId, {
    recordingId,
    number,
    md5,
    duration,
    body,
    hasLiveWords: liveWords === 'on',
  })
  if (outcome !== 'kept') {
    const { code, ...payload } = RESPONSE_BY_REFUSAL[outcome.refused]
    return reply.code(code).send({ ...payload, request_id: request.id })
  }
  return reply.header('etag', `"${md5}"`).send({ status: 0, msg: 'success', request_id: request.id })
}
