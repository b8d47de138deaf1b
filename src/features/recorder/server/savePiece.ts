import { createHash } from 'node:crypto'
import { hasStorageFor, withinStorageLimit } from '#features/files/server.ts'
import { MAX_RECORDING_DURATION, MAX_RECORDING_BYTES, MAX_PIECES, type recorderBytes } from '../contract.ts'
import { PIECE_DURATION } from '../rules.ts'
import type { Millis } from '#shared/units.ts'
import { BlobError } from '#platform/blobs/blobs.ts'
import type { AppContext } from '#platform/context.ts'
import { NotFound } from '#platform/http/errors.ts'
import { followPiece } from './live/liveWords.ts'
import { pieceKey } from './pieceBlobs.ts'
import { type PieceRow, type RecordingRow, insertPiece, lockRecording, readPiece, readRecording } from './store.ts'

export type SentPiece = {
  readonly recordingId: string
  readonly number: number
  /** As announced in the header. */
  readonly md5: string
  readonly duration: Millis
  readonly body: Uint8Array
  /** Whether live words are shown for this recording. */
  readonly hasLiveWords: boolean
}

/** `kept`: the bytes and the row are stored durably. */
type PieceOutcome = 'kept' | { refused: keyof typeof recorderBytes.takePiece.refusals }

/**
 * Stores a piece: first its bytes, flushed, then its row. When the process dies in between, there is no response and the piece is
 * sent again. Rejects with NotFound for a recording of another user.
 */
export async function savePiece(ctx: AppContext, userId: string, piece: SentPiece): Promise<PieceOutcome> {
  if (createHash('md5').update(piece.body).digest('hex') !== piece.md5) return { refused: 'damaged' }
  // Pieces contain whole frames, so each one begins with a frame header.
  if (piece.body[0] !== 0xff || (piece.body[1]! & 0xe0) !== 0xe0) return { refused: 'notSound' }
  const recording = await readRecording(ctx, userId, piece.recordingId)
  if (!recording) throw new NotFound()
  const knownOutcome = await checkPiece(ctx, recording, piece)
  if (knownOutcome) return knownOutcome
  if (!(await hasStorageFor(ctx, userId, piece.body.length))) return { refused: 'accountFull' }
  const key = pieceKey(recording, piece.number, piece.md5)
  if (!(await putUnlessFull(ctx, key, piece.body))) return { refused: 'noRoom' }
  const outcome = await insertRow(ctx, recording, piece)
  // @NOTE Deleted only when no row can refer to these bytes any more: the same piece may be sent twice at a time. Other leftovers
  // are deleted with the folder when the recording ends.
  const isGone = outcome !== 'kept' && (outcome.refused === 'gone' || outcome.refused === 'otherBody')
  if (isGone) await ctx.blobs.delete(key)
  return outcome
}

const insertRow = (ctx: AppContext, recording: RecordingRow, piece: SentPiece): Promise<PieceOutcome> =>
  ctx.transaction(async (tx) => {
    const locked = await lockRecording(tx, recording)
    if (!locked) return { refused: 'gone' }
    const knownOutcome = await checkPiece(tx, locked, piece)
    if (knownOutcome) return knownOutcome
    await followPiece(tx, locked, piece)
    const refusal = await withinStorageLimit(tx, locked.user_id, () => insertPiece(tx, toRow(locked, piece, tx.clock.now())))
    return refusal ?? 'kept'
  })

/** Returns false when the disk of the server is full. */
async function putUnlessFull(ctx: AppContext, key: string, body: Uint8Array): Promise<boolean> {
  try {
    await ctx.blobs.put(key, body)
    return true
  } catch (error) {
    if (error instanceof BlobError && error.kind === 'no-room') return false
    throw error
  }
}

/** Returns the outcome if it is known without storing the piece, otherwise undefined. */
async function checkPiece(ctx: AppContext, recording: RecordingRow, piece: SentPiece): Promise<PieceOutcome | undefined> {
  const existing = await readPiece(ctx, recording, piece.number)
  if (existing) return existing.md5 === piece.md5 ? 'kept' : { refused: 'otherBody' }
  if (recording.state !== 'open') return { refused: 'gone' }
  const fits =
    piece.number <= MAX_PIECES &&
    recording.bytes + piece.body.length <= MAX_RECORDING_BYTES &&
    recording.duration_ms + piece.duration <= MAX_RECORDING_DURATION + PIECE_DURATION
  return fits ? undefined : { refused: 'tooLong' }
}

const toRow = (
  { user_id, recording_id }: RecordingRow,
  { number, md5, duration, body }: SentPiece,
  receivedAt: Date,
): PieceRow => ({
  user_id,
  recording_id,
  number,
  md5,
  bytes: body.length,
  duration_ms: Math.round(duration),
  received_at: receivedAt,
})
